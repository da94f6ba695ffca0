import { parentPort, workerData } from "node:worker_threads";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { AnchorTables } from "@pulse/positioning/model/anchorTables";
import { tableKey } from "@pulse/positioning/model/beyondFloors";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import type { SitePlan } from "./sitePlan.ts";

/** What a site's tables are computed from, as plain data. */
export interface TablesJob {
  plan: SitePlan;
  calibration: Calibration | null;
}

// Runs in a thread of its own, since a walk test's map or the walls of a hospital take up to seconds.
const { plan, calibration } = workerData as TablesJob;
const { anchors, floors } = buildSiteModel({ ...plan, calibration });
const tables = new Map([...anchors].map(([id, anchor]) => [id, anchor.tables]));
for (const [id, { beyond }] of anchors) {
  for (const floor of floors) {
    const surveyed = beyond[floor.index];
    if (surveyed) tables.set(tableKey(id, floor.id), surveyed);
  }
}
// Handed over, not copied.
parentPort!.postMessage(tables, [...tables.values()].flatMap(buffersOf));

function buffersOf({ level, variance }: AnchorTables): ArrayBuffer[] {
  return [level, variance].flatMap((table) => (table === null ? [] : [table.buffer as ArrayBuffer]));
}
