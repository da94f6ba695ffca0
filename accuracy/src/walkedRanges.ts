import { parseArgs } from "node:util";
import { locate } from "@pulse/positioning/engine/locate";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { quantile } from "@pulse/cli/locate/evaluate";
import { radioWorld, type RadioWorld, USUAL_AIR } from "./radioWorld.ts";
import { seeded } from "./random.ts";
import { FLOOR, PLACES } from "./rangesAndAngles.ts";
import { anchorAt } from "./scenarios.ts";
import { SETTINGS } from "./settings.ts";

/** How six gateways measure the distance of a walking tag. */
export interface Ranging {
  sdM: number;
  everyMs: number;
  /** Whether they also hear its packets, two a second. */
  hasRssi: boolean;
}

/** Errors of one fix a second, m, and the shares of true places within both circles. */
export interface WalkedFigures {
  medianM: number;
  p90M: number;
  within68: number;
  within95: number;
}

const WALKERS = 8;
const WALK_MS = 60_000;
/** What a walker's first seconds show is not counted. */
const SETTLED_MS = 5000;
const SPEED_MPS = 1.2;
const STEP_MS = 250;
const PACKET_MS = 500;
const FIX_MS = 1000;
/** The corners of the walked rectangle. */
const [LEFT, RIGHT, NEAR, FAR] = [4, 36, 5, 20] as const;

/** Where somebody is who has walked this far around the rectangle, m. */
function placeAfter(walkedM: number): { x: number; y: number } {
  const [width, depth] = [RIGHT - LEFT, FAR - NEAR];
  let leftM = walkedM % (2 * (width + depth));
  if (leftM < width) return { x: LEFT + leftM, y: NEAR };
  leftM -= width;
  if (leftM < depth) return { x: RIGHT, y: NEAR + leftM };
  leftM -= depth;
  if (leftM < width) return { x: RIGHT - leftM, y: FAR };
  return { x: LEFT, y: FAR - (leftM - width) };
}

/** Locates people who walk around the floor at 1.2 m/s, eight for each seed, which also draws the air. */
export function walkedFigures(ranging: Ranging, seeds: readonly number[]): WalkedFigures {
  const anchors = PLACES.map(([x, y], nth) => anchorAt(`g${nth}`, x, y, FLOOR.id));
  const errors: number[] = [];
  const within = { inner: 0, outer: 0 };
  for (const seed of seeds) {
    const world = radioWorld(anchors, [FLOOR], USUAL_AIR, seed);
    const model = buildSiteModel({ anchors, floors: [FLOOR], settings: SETTINGS, calibration: null });
    for (let nth = 0; nth < WALKERS; nth++)
      for (const { errorM, innerM, outerM } of walk(ranging, model, world, seed, nth)) {
        errors.push(errorM);
        if (errorM <= innerM) within.inner++;
        if (errorM <= outerM) within.outer++;
      }
  }
  errors.sort((a, b) => a - b);
  return {
    medianM: quantile(errors, 0.5),
    p90M: quantile(errors, 0.9),
    within68: within.inner / errors.length,
    within95: within.outer / errors.length,
  };
}

function* walk(
  { sdM, everyMs, hasRssi }: Ranging,
  model: SiteModel,
  world: RadioWorld,
  seed: number,
  nth: number,
): Generator<{ errorM: number; innerM: number; outerM: number }> {
  const random = seeded(seed * 7919 + nth);
  const state = newTrackerState();
  for (let atMs = STEP_MS; atMs <= WALK_MS; atMs += STEP_MS) {
    const place = placeAfter(nth * 12 + (SPEED_MPS * atMs) / 1000);
    if (hasRssi && atMs % PACKET_MS === 0)
      for (const one of world.heard({ ...place, floor: FLOOR.id }, 0, atMs, { nth, heading: null }))
        observe(state, { ...one, atMs });
    if (atMs % everyMs === 0)
      for (const { id, x, y, z } of world.anchors) {
        const rangeM = Math.hypot(place.x - x, place.y - y, model.tagHeightM - z!) + sdM * random.normal();
        observe(state, { anchorId: id, atMs, rangeM: Math.max(0, rangeM), sdM });
      }
    const fix = atMs % FIX_MS === 0 ? locate(model, state, atMs) : null;
    if (!fix || atMs <= SETTLED_MS) continue;
    const errorM = Math.hypot(fix.x - place.x, fix.y - place.y);
    yield { errorM, innerM: fix.accuracyM, outerM: fix.accuracyOuterM };
  }
}

/** `npm run accuracy -- walkedRanges --first 3101 --seeds 8`: walking tags whose distance is measured. */
function main(): void {
  const { values } = parseArgs({
    options: { first: { type: "string", default: "3101" }, seeds: { type: "string", default: "8" } },
  });
  const seeds = Array.from({ length: Number(values.seeds) }, (_, nth) => Number(values.first) + nth);
  const lines: string[] = [];
  for (const everyMs of [1000, 250])
    for (const sdM of [0.1, 0.3, 1]) {
      const cells = [false, true].map((hasRssi) => cellsOf(walkedFigures({ sdM, everyMs, hasRssi }, seeds)));
      lines.push(`| ± ${sdM} m, ${everyMs === 1000 ? "each second" : "four a second"} | ${cells.join(" | ")} |\n`);
    }
  const head = ["", "ranges alone", "68 / 95 %", "and RSSI", "68 / 95 %"];
  process.stdout.write(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}\n${lines.join("")}`);
}

function cellsOf({ medianM, p90M, within68, within95 }: WalkedFigures): string {
  return `${medianM.toFixed(2)} / ${p90M.toFixed(2)} | ${(100 * within68).toFixed(0)} / ${(100 * within95).toFixed(0)}`;
}

if (import.meta.main) main();
