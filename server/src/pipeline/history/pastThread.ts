import { parentPort, workerData } from "node:worker_threads";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { ModelShifts } from "@pulse/positioning/model/siteLearning";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import type { SitePlan } from "../locate/sitePlan.ts";
import type { Hole } from "./backfilled.repository.ts";
import type { SightingText, LinkTime, AssetClaim } from "./pastRows.repository.ts";
import { pastAssets } from "./pastAssets.ts";
import { type PastRows, pastStays } from "./pastStays.ts";
import { pastPackets, pastTrack, type PastTag, type PastTrack } from "./pastTrack.ts";

/** The data from which some trackers of a site are located, as plain data. */
export interface PastJob {
  siteId: string;
  plan: SitePlan;
  calibration: Calibration | null;
  /** What that means for the strengths of trackers that were learned under an earlier one. */
  carried: ModelShifts;
  origin: LatLon;
  rooms: ReadonlyMap<string, string>;
  trackers: { trackerId: string; tag: PastTag | null; holes: Hole[]; sightings: SightingText[]; links: LinkTime[] }[];
  claims: AssetClaim[];
}

/**
 * The result for each tracker and each of its holes, in the same order; a text is the reason why a tracker cannot be
 * located.
 */
export type PastResult = (PastRows[] | string)[];

// Runs in a thread of its own, since an hour of a hundred trackers takes seconds.
const { siteId, plan, calibration, carried, origin, rooms, trackers, claims } = workerData as PastJob;
const model = buildSiteModel({ ...plan, calibration });
model.learning.modelShifts = carried;
const site = { siteId, rooms, toLatLon: localFrame(origin).toLatLon };

// A fault with one tracker affects only its own past.
const tried = <Result>(make: () => Result): Result | string => {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
};
const tracks = trackers.map(({ tag, holes, sightings }) =>
  tried(() => {
    const packets = pastPackets(sightings);
    return holes.map((hole) => pastTrack(model, tag, packets, hole));
  }),
);
const isTrack = (track: PastTrack[] | string): track is PastTrack[] => typeof track !== "string";
const assets = pastAssets(
  trackers.flatMap(({ trackerId, links }, nth) => {
    const track = tracks[nth]!;
    return isTrack(track) ? [{ trackerId, links, fixes: track.flatMap(({ fixes }) => fixes) }] : [];
  }),
  claims,
);
const result: PastResult = trackers.map(({ trackerId }, nth) => {
  const track = tracks[nth]!;
  return isTrack(track) ? tried(() => track.map((hole) => pastStays(site, trackerId, hole, assets))) : track;
});
parentPort!.postMessage(result, []);
