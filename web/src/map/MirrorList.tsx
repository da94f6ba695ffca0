import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isPlaced, type LiveAsset } from "../live/liveStore.ts";
import { useServices } from "../services.tsx";
import { texts } from "../text/translate.ts";
import { agoText } from "../time/ageText.ts";
import classes from "./MapPage.module.css";
import { statusOf } from "./status.ts";

const everyMs = 500;

/**
 * The map as a list, for screen readers and for checks from outside (contract 6a): one row for each asset that has a
 * position, on every floor. Kept by hand twice a second at most: React never hears of a position.
 */
export function MirrorList() {
  const { t } = useTranslation();
  const { live } = useServices();
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const rows = new Map<string, HTMLLIElement>();
    const dirty = new Map<string, LiveAsset>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const write = (): void => {
      timer = null;
      for (const asset of dirty.values()) writeRow(list.current!, rows, asset);
      dirty.clear();
    };
    const take = (changed: Iterable<LiveAsset>, removed: readonly string[]): void => {
      for (const guid of removed) {
        rows.get(guid)?.remove();
        rows.delete(guid);
        dirty.delete(guid);
      }
      for (const asset of changed) dirty.set(asset.guid, asset);
      timer ??= setTimeout(write, rows.size === 0 ? 0 : everyMs);
    };
    take(live.all().values(), []);
    const stop = live.subscribe(take);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [live]);

  return <ul ref={list} className={classes["hidden"]} aria-label={t("assets.mirror")} />;
}

function writeRow(list: HTMLUListElement, rows: Map<string, HTMLLIElement>, asset: LiveAsset): void {
  if (!isPlaced(asset)) return;
  const known = rows.get(asset.guid);
  const row = known ?? document.createElement("li");
  row.dataset["assetGuid"] = asset.guid;
  row.dataset["lat"] = String(asset.lat);
  row.dataset["lon"] = String(asset.lon);
  row.dataset["floor"] = asset.floorId ?? "";
  const nowMs = Date.now();
  row.textContent = texts.t("assets.mirrorRow", {
    name: asset.name,
    status: texts.t(`status.${statusOf(asset, nowMs)}`),
    location: asset.location ?? "",
    age: agoText(asset.lastUpdatedMs, nowMs),
  });
  if (known === undefined) {
    rows.set(asset.guid, row);
    list.append(row);
  }
}
