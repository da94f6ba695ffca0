import { parentPort, workerData } from "node:worker_threads";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel } from "@pulse/positioning/model/siteModel";
import type { SitePlan } from "../locate/sitePlan.ts";
import type { HeardText, Hole, LinkTime, ToldTime } from "./pastRows.repository.ts";
import { type PastRows, pastStays } from "./pastStays.ts";
import { pastPackets, pastTrack, type PastTag } from "./pastTrack.ts";

/** What some trackers of a site are located from, as plain data. */
export interface PastJob {
  siteId: string;
  plan: SitePlan;
  calibration: Calibration | null;
  origin: LatLon;
  rooms: ReadonlyMap<string, string>;
  trackers: { trackerId: string; tag: PastTag | null; holes: Hole[]; heard: HeardText[]; links: LinkTime[] }[];
  told: ToldTime[];
}

/** What became of each tracker, in the same order; a text: it cannot be located, and why. */
export type PastResult = (PastRows | string)[];

// Runs in a thread of its own, since an hour of a hundred trackers takes seconds.
const { siteId, plan, calibration, origin, rooms, trackers, told } = workerData as PastJob;
const model = buildSiteModel({ ...plan, calibration });
const site = { siteId, rooms, toLatLon: localFrame(origin).toLatLon };

const rowsOf = ({ trackerId, tag, holes, heard, links }: PastJob["trackers"][number]): PastRows => {
  const packets = pastPackets(heard);
  const parts = holes.map((hole) => pastStays(site, trackerId, pastTrack(model, tag, packets, hole), links, told));
  return { stays: parts.flatMap(({ stays }) => stays), smoothed: parts.flatMap(({ smoothed }) => smoothed) };
};
const result: PastResult = trackers.map((tracker) => {
  try {
    return rowsOf(tracker);
  } catch (error) {
    // A fault with one tracker costs only its own past.
    return String(error);
  }
});
parentPort!.postMessage(result, []);
