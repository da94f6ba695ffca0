import { localFrame } from "@pulse/geo/localFrame";
import type { TimedPlace } from "@pulse/geo/motion";
import { locate } from "@pulse/positioning/engine/locate";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { buildSiteModel, inheritLearning } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { servedPlace } from "@pulse/server/platform/http/servedDigits";
import { HALL } from "./simulateDay.ts";
import { radioWorld, USUAL_AIR, type Carried } from "./radioWorld.ts";
import { seeded } from "./random.ts";
import { anchorAt, floorOf, OFFICE } from "./scenarios.ts";
import { randomWalk } from "./randomWalk.ts";
import { SETTINGS } from "./settings.ts";

/** A tag that stands for a minute, goes from point to point for two, and stands for a minute again. */
export interface Walk {
  name: string;
  /** m/s; 0: it stands all the time. */
  speedMps: number;
  /** Worn in the office, with other people in between; otherwise in the hall. */
  isWorn: boolean;
}

const SPEEDS_MPS = [0, 0.5, 1.4, 2.2, 4];
export const WALKS: readonly Walk[] = [false, true].flatMap((isWorn) =>
  SPEEDS_MPS.map((speedMps) => ({ name: `${isWorn ? "office" : "hall"}, ${speedMps} m/s`, speedMps, isWorn })),
);

/** A position as browsers get it, with the truth at that time. */
export interface TrackPoint extends TimedPlace {
  /** Compass bearing of the straight line along which the tag walks, degrees; null: it stands. */
  towardsDeg: number | null;
}

/** As live: one fix and one message every half second. */
export const EVERY_MS = 500;
export const STARTS_MS = 60_000;
export const STOPS_MS = 180_000;
const ENDS_MS = 240_000;
const FRAME = localFrame({ lat: 51.5, lon: 0 });

/** The positions of one walk in one draw of the air; the site calibrates itself as live. */
export function walkedTrack({ speedMps, isWorn }: Walk, seed: number): TrackPoint[] {
  const random = seeded(seed * 7919);
  const anchors = OFFICE.map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
  const floors = [floorOf("0", 0)];
  const world = radioWorld(anchors, floors, { ...USUAL_AIR, ...(isWorn ? {} : HALL) }, seed);
  let model = buildSiteModel({ anchors, floors, settings: SETTINGS, calibration: null });
  const traffic = newTrafficSample();
  const state = newTrackerState();
  const go = randomWalk(floors[0]!, random);
  const track: TrackPoint[] = [];
  for (let ms = 0; ms < ENDS_MS; ms += EVERY_MS) {
    const goes = speedMps > 0 && ms >= STARTS_MS && ms < STOPS_MS;
    const { heading, ...at } = go(goes ? (speedMps * EVERY_MS) / 1000 : 0);
    const sentMs = ms + Math.round(0.3 * EVERY_MS * random.next());
    const carried: Carried = { nth: 0, heading: isWorn ? heading : null };
    for (const { anchorId, rssi } of world.heard({ ...at, floor: "0" }, 0, sentMs, carried))
      observe(state, { anchorId, rssi, atMs: sentMs, receivedMs: sentMs });
    const atMs = ms + EVERY_MS;
    const fix = locate(model, state, atMs);
    const towardsDeg = goes ? (450 - (heading * 180) / Math.PI) % 360 : null;
    if (fix?.shown) track.push({ ...servedPlace(FRAME.toLatLon(fix)), floorId: fix.floor, atMs, towardsDeg });
    sampleTraffic(traffic, model, "tag", atMs);
    const fitted = isFitDue(traffic, atMs) ? fitTraffic(traffic, model, atMs) : null;
    if (!fitted) continue;
    const before = model;
    model = buildSiteModel({ anchors, floors, settings: SETTINGS, calibration: fitted });
    inheritLearning(model, before);
  }
  return track;
}
