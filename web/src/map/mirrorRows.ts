import { isPlaced, type LiveAsset } from "../live/liveStore.ts";
import { texts } from "../text/translate.ts";
import { agoText } from "../time/ageText.ts";
import { statusOf } from "./status.ts";

interface MirrorRow {
  element: HTMLLIElement;
  /** What its words were made of. */
  saidOf: string;
}

/** The rows of the mirror list, kept by hand: what is taken is written by and by, the longest waiting first. */
export function mirrorRows(list: HTMLElement) {
  const rows = new Map<string, MirrorRow>();
  const waiting = new Map<string, LiveAsset>();

  const write = (asset: LiveAsset, nowMs: number): void => {
    if (!isPlaced(asset)) return;
    const known = rows.get(asset.guid);
    const row = known ?? { element: document.createElement("li"), saidOf: "" };
    const { dataset } = row.element;
    dataset["lat"] = String(asset.lat);
    dataset["lon"] = String(asset.lon);
    dataset["floor"] = asset.floorId ?? "";
    const [status, location, age] = [statusOf(asset, nowMs), asset.location ?? "", agoText(asset.lastUpdatedMs, nowMs)];
    const saidOf = `${asset.name}\n${status}\n${location}\n${age}`;
    // Most positions change no word, and words are what costs.
    if (saidOf !== row.saidOf) {
      row.saidOf = saidOf;
      row.element.textContent = texts.t("assets.mirrorRow", {
        name: asset.name,
        status: texts.t(`status.${status}`),
        location,
        age,
      });
    }
    if (known !== undefined) return;
    dataset["assetGuid"] = asset.guid;
    rows.set(asset.guid, row);
    list.append(row.element);
  };

  return {
    take(changed: Iterable<LiveAsset>, removed: readonly string[]): void {
      for (const guid of removed) {
        rows.get(guid)?.element.remove();
        rows.delete(guid);
        waiting.delete(guid);
      }
      for (const asset of changed) waiting.set(asset.guid, asset);
    },
    /** Writes what waits for as long as `goesOn` says; gives whether all of it is written. */
    write(nowMs: number, goesOn: () => boolean): boolean {
      for (const [guid, asset] of waiting) {
        write(asset, nowMs);
        waiting.delete(guid);
        if (!goesOn()) break;
      }
      return waiting.size === 0;
    },
  };
}
