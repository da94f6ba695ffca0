import type { LiveAsset } from "../../live/liveStore.ts";
import { type AssetRow, byName, changesAtMs, isSameRow, rowOf } from "./assetRows.ts";

/** If the clock goes back by more, the server has said that its picture is older than was assumed, ms. */
const setBackMs = 1_000;

interface Entry {
  asset: LiveAsset;
  row: AssetRow;
  /** When the row may change without any news, ms. */
  dueMs: number;
}

/**
 * The rows of all assets in the order of their names. Only assets that have news or are due are checked, so the cost
 * depends on what changes and not on the size of the site.
 */
export function assetTable() {
  const entries = new Map<string, Entry>();
  const changedAssets = new Map<string, LiveAsset>();
  let ordered: Entry[] = [];
  let isOrdered = true;
  let isChanged = false;
  let newestMs = -Infinity;

  const refreshRow = (entry: Entry, nowMs: number): void => {
    const row = rowOf(entry.asset, nowMs, entry.row);
    entry.dueMs = changesAtMs(row, entry.asset);
    if (isSameRow(entry.row, row)) return;
    if (entry.row.identifier !== row.identifier) isOrdered = false;
    entry.row = row;
    isChanged = true;
  };

  const add = (asset: LiveAsset, nowMs: number): void => {
    const row = rowOf(asset, nowMs);
    const entry = { asset, row, dueMs: changesAtMs(row, asset) };
    entries.set(asset.guid, entry);
    ordered.push(entry);
    isOrdered = false;
  };

  const forget = (guid: string): void => {
    changedAssets.delete(guid);
    if (entries.delete(guid)) isChanged = true;
  };

  return {
    /** Takes assets that changed or appeared, and the guids of those that disappeared. */
    update(changed: Iterable<LiveAsset>, removed: readonly string[]): void {
      for (const guid of removed) forget(guid);
      for (const asset of changed) changedAssets.set(asset.guid, asset);
    },
    /** Takes exactly these assets, and forgets all others. */
    replaceAll(assets: ReadonlyMap<string, LiveAsset>): void {
      for (const guid of entries.keys()) if (!assets.has(guid)) forget(guid);
      for (const asset of assets.values()) changedAssets.set(asset.guid, asset);
    },
    /** The current rows; an unchanged row is the same object as before. Null: nothing has changed at all. */
    rows(nowMs: number): readonly AssetRow[] | null {
      if (ordered.length !== entries.size) ordered = ordered.filter((entry) => entries.get(entry.row.guid) === entry);
      const isSetBack = nowMs < newestMs - setBackMs;
      newestMs = isSetBack ? nowMs : Math.max(newestMs, nowMs);
      for (const entry of ordered) if (isSetBack || entry.dueMs <= nowMs) refreshRow(entry, nowMs);
      for (const [guid, asset] of changedAssets) {
        const entry = entries.get(guid);
        if (entry === undefined) add(asset, nowMs);
        else {
          entry.asset = asset;
          refreshRow(entry, nowMs);
        }
      }
      changedAssets.clear();
      // Almost sorted already, so this is quick.
      if (!isOrdered) ordered.sort((a, b) => byName(a.row, b.row));
      if (isOrdered && !isChanged) return null;
      isOrdered = true;
      isChanged = false;
      return ordered.map(({ row }) => row);
    },
  };
}
