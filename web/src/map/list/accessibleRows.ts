import { isPlaced, type LiveAsset, type PlacedAsset } from "../../live/liveStore.ts";
import { texts } from "../../text/translate.ts";
import { ageOf } from "../../time/ages.ts";
import { agoText } from "../../time/ageText.ts";
import { statusOf } from "../../mapEngine/assetStatus.ts";

interface AccessibleRow {
  element: HTMLLIElement;
  /** What its text was made from. */
  writtenKey: string;
}

/** Rows per list: the browser lays out only the lists that are visible. */
const rowsInList = 500;
const maxSentences = 2000;
const nameMark = "\u0000";

/** The rows of the accessible list, in lists with this label, written without React: changes are written bit by bit, the oldest first. */
export function accessibleRows(place: HTMLElement, label: string) {
  const rows = new Map<string, AccessibleRow>();
  const waiting = new Map<string, LiveAsset>();
  const sentences = new Map<string, string>();

  /** An asset's sentence with a mark in place of its name: many share one, and making it is the expensive part. */
  const sentence = (key: string, asset: PlacedAsset, nowMs: number): string => {
    const known = sentences.get(key);
    if (known !== undefined) return known;
    if (sentences.size >= maxSentences) sentences.clear();
    const sentenceText = texts.t("assets.mirrorRow", {
      name: nameMark,
      status: texts.t(`status.${statusOf(asset, nowMs)}`),
      location: asset.location ?? "",
      age: agoText(asset.lastUpdatedMs, nowMs),
    });
    sentences.set(key, sentenceText);
    return sentenceText;
  };

  const append = (element: HTMLLIElement): void => {
    let list = place.lastElementChild;
    if (list === null || list.childElementCount >= rowsInList) {
      list = document.createElement("ul");
      list.setAttribute("aria-label", label);
      place.append(list);
    }
    list.append(element);
  };

  const write = (asset: LiveAsset, nowMs: number): void => {
    if (!isPlaced(asset)) return;
    const known = rows.get(asset.guid);
    const row = known ?? { element: document.createElement("li"), writtenKey: "" };
    const { dataset } = row.element;
    dataset["lat"] = String(asset.lat);
    dataset["lon"] = String(asset.lon);
    dataset["floor"] = asset.floorId ?? "";
    const age = JSON.stringify(ageOf(asset.lastUpdatedMs, nowMs));
    const key = `${statusOf(asset, nowMs)}\n${asset.location ?? ""}\n${age}`;
    const writtenKey = `${asset.name}\n${key}`;
    if (writtenKey !== row.writtenKey) {
      row.writtenKey = writtenKey;
      row.element.textContent = sentence(key, asset, nowMs).replace(nameMark, () => asset.name);
    }
    if (known !== undefined) return;
    dataset["assetGuid"] = asset.guid;
    rows.set(asset.guid, row);
    append(row.element);
  };

  const forget = (guid: string): void => {
    waiting.delete(guid);
    const element = rows.get(guid)?.element;
    if (element === undefined) return;
    rows.delete(guid);
    const list = element.parentElement;
    element.remove();
    if (list?.childElementCount === 0) list.remove();
  };

  return {
    update(changed: Iterable<LiveAsset>, removed: readonly string[]): void {
      for (const guid of removed) forget(guid);
      for (const asset of changed) waiting.set(asset.guid, asset);
    },
    /** Writes waiting changes as long as `hasTimeLeft` allows; returns whether all are written. */
    write(nowMs: number, hasTimeLeft: () => boolean): boolean {
      for (const [guid, asset] of waiting) {
        write(asset, nowMs);
        waiting.delete(guid);
        if (!hasTimeLeft()) break;
      }
      return waiting.size === 0;
    },
    clear: (): void => place.replaceChildren(),
  };
}
