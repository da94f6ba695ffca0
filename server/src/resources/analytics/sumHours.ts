import type { LatLon } from "@pulse/geo/latLon";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type ChangedHour, changedHours, deleteChangedHour, lockHour } from "./changedHours.repository.ts";
import { addCell, type CellGrid, cellGrid, type Cells } from "./heatCells.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import { hourMs } from "../../pipeline/history/hours.ts";
import { hourSums } from "./hourSums.ts";
import {
  assetsWithTrackers,
  setHeatOrigin,
  heatOrigins,
  positionsInHour,
  type SummedHour,
  writeHour,
} from "./hourSums.repository.ts";

/** How many assets are read at a time. */
const assetsAtOnce = 100;
const hoursOfRun = 100_000;
/** A query waits for no more hours than these: after an update all hours are behind, and the job catches up on them. */
const hoursForQuestion = 3;

export type SumHours = ReturnType<typeof sumHours>;

/** The running hour changes all the time, so a query uses a sum that is no older than this. */
const freshMs = 15_000;

/** Keeps the sums of hours up to date with the positions. */
export function sumHours(db: Kysely<Database>, months: ColdHistory, now: () => number) {
  /** By hour: the last sum, so that simultaneous queries share it. */
  const sums = new Map<string, { done: Promise<void>; mark: string; atMs: number }>();
  const sum = async (changed: ChangedHour): Promise<void> => {
    const summed = await summedHour(db, months, changed);
    await transaction(db, async (trx) => {
      const mark = await lockHour(trx, changed);
      if (mark === null) return;
      await writeHour(trx, summed);
      // Positions that came meanwhile have set another mark: it is summed once more.
      if (mark === changed.mark) await deleteChangedHour(trx, changed);
    });
  };
  const sumOnce = async (changed: ChangedHour): Promise<void> => {
    const key = `${changed.siteId} ${changed.hour.getTime()}`;
    const last = sums.get(key);
    const isRunning = now() - changed.hour.getTime() < hourMs;
    if (last !== undefined && (last.mark === changed.mark || (isRunning && now() - last.atMs < freshMs)))
      return last.done;
    const done = sum(changed);
    sums.set(key, { done, mark: changed.mark, atMs: now() });
    let isCacheable = isRunning;
    try {
      await done;
    } catch (error) {
      isCacheable = false;
      throw error;
    } finally {
      if (!isCacheable) sums.delete(key);
      for (const [other, { atMs }] of sums) if (now() - atMs > hourMs) sums.delete(other);
    }
  };
  return {
    /** Sums the hours of a site's span that are behind, so that an answer includes the newest positions. */
    ofSpan: async (siteId: string, from: Date, to: Date): Promise<void> => {
      for (const changed of await changedHours(db, { siteId, from, to }, hoursForQuestion)) await sumOnce(changed);
    },
    /** Sums all hours that are behind, the newest first. */
    all: async (signal: AbortSignal): Promise<void> => {
      for (const changed of await changedHours(db, null, hoursOfRun)) {
        signal.throwIfAborted();
        await sumOnce(changed);
      }
    },
  };
}

async function summedHour(
  db: Kysely<Database>,
  months: ColdHistory,
  { siteId, hour }: ChangedHour,
): Promise<SummedHour> {
  const to = new Date(hour.getTime() + hourMs);
  const ids = await assetsWithTrackers(db, siteId, hour);
  const grids = new Map<string, CellGrid>();
  const site = new Map<string | null, Cells>();
  const assets: SummedHour["assets"][number][] = [];
  const stays: SummedHour["stays"][number][] = [];
  for (let start = 0; start < ids.length; start += assetsAtOnce) {
    const some = ids.slice(start, start + assetsAtOnce);
    const positionsByAsset = await positionsInHour(db, some, { from: hour, to }, months);
    await knowGrids(db, grids, [...positionsByAsset.values()].flat());
    for (const [assetId, positions] of positionsByAsset) {
      const gridOf = (floorId: string): CellGrid => grids.get(floorId)!;
      const sums = hourSums(positions, { siteId, fromMs: hour.getTime(), toMs: to.getTime(), gridOf });
      for (const stay of sums.stays) stays.push({ ...stay, assetId });
      for (const [floorId, cells] of sums.heat) {
        assets.push({ assetId, floorId, cells });
        const all = site.get(floorId) ?? new Map<number, number>();
        site.set(floorId, all);
        for (const [cell, seconds] of cells) addCell(all, cell, seconds);
      }
    }
  }
  return { siteId, hour, site, assets, stays };
}

/** A floor's cells are counted from the first place that was ever summed there. */
async function knowGrids(
  db: Kysely<Database>,
  grids: Map<string, CellGrid>,
  positions: readonly (LatLon & { floorId: string | null })[],
): Promise<void> {
  const unknown = new Map<string, LatLon>();
  for (const { floorId, lat, lon } of positions)
    if (floorId !== null && !grids.has(floorId) && !unknown.has(floorId)) unknown.set(floorId, { lat, lon });
  const known = await heatOrigins(db, [...unknown.keys()]);
  for (const [floorId, at] of unknown)
    grids.set(floorId, cellGrid(known.get(floorId) ?? (await setHeatOrigin(db, floorId, at))));
}
