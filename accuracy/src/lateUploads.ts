import { parseArgs } from "node:util";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { hear, modelOf, type UploadDelays } from "./demo/measure.ts";
import { withFastForklifts } from "@pulse/simulator/demo/forklifts";
import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import { drawnAir } from "@pulse/simulator/radio/drawnAir";
import { newSiteRun } from "@pulse/simulator/siteRun";
import { quantile } from "@pulse/cli/locate/evaluate";

/** How well things in the same state of motion were located. */
export interface LateFigures {
  fixes: number;
  medianM: number;
  p90M: number;
  floorShare: number;
  within68: number;
  within95: number;
}

/** Things that move, that have rested for less than two upload periods, and that have rested for longer. */
type Transition = "moving" | "justRested" | "rested";

interface Place {
  floor: string;
  x: number;
  y: number;
  /** When it last moved, s. */
  wentS: number;
}

const START_MS = Date.UTC(2026, 10, 20, 8);
/** A tag that moves less than this in a second is still, m. */
const STANDS_M = 0.05;
const JUST_S = 2;
const FIX_EACH_S = 2;

/**
 * The warehouse in a drawn air (decision 35), with gateways that upload this often; a fix of each tag every two seconds,
 * counted from 150 s on.
 */
export function lateUploads(input: {
  seed: number;
  uploadS: readonly [number, number];
  seconds?: number;
}): Partial<Record<Transition | "all", LateFigures>> {
  const { seed, uploadS, seconds = 240 } = input;
  const site = withFastForklifts(harbourWarehouse());
  const air = drawnAir(seed);
  const run = newSiteRun(site, seed, START_MS, { ...air, impairments: { ...air.impairments, uploadS } });
  const model = modelOf(site, "TRILATERATED");
  const states = new Map<string, TrackerState>(site.assets.map(({ trackerMac }) => [trackerMac, newTrackerState()]));
  const delays: UploadDelays = new Map();
  const places = new Map<string, Place>();
  const scores: { going: Transition; errorM: number; fix: Fix; place: Place }[] = [];
  for (let second = 0; second < seconds; second++) {
    for (const message of run.second(second)) hear(states, delays, message, START_MS);
    for (const [mac, truth] of run.truth()) {
      const at = floorToSite(floorOfKey(site, truth.floor).building, truth);
      const was = places.get(mac) ?? { ...at, wentS: -Infinity };
      const stands = Math.hypot(was.x - at.x, was.y - at.y) <= STANDS_M;
      places.set(mac, { ...at, floor: truth.floor, wentS: stands ? was.wentS : second });
    }
    if (second % FIX_EACH_S) continue;
    for (const [mac, state] of states) {
      // The last upload of this second falls within the next.
      const fix = locate(model, state, START_MS + (second + 2) * 1000);
      const place = places.get(mac)!;
      if (!fix || second < 2.5 * 60) continue;
      const restS = second - place.wentS;
      const going = restS <= JUST_S ? "moving" : restS < 2 * uploadS[1] ? "justRested" : "rested";
      scores.push({ going, fix, place, errorM: Math.hypot(fix.x - place.x, fix.y - place.y) });
    }
  }
  const figures: Partial<Record<Transition | "all", LateFigures>> = { all: figuresOf(scores) };
  for (const [going, own] of Map.groupBy(scores, (score) => score.going)) figures[going] = figuresOf(own);
  return figures;
}

function figuresOf(scores: readonly { errorM: number; fix: Fix; place: Place }[]): LateFigures {
  const errors = scores.map(({ errorM }) => errorM).toSorted((a, b) => a - b);
  const share = (is: (score: (typeof scores)[number]) => boolean): number => scores.filter(is).length / scores.length;
  return {
    fixes: scores.length,
    medianM: quantile(errors, 0.5),
    p90M: quantile(errors, 0.9),
    floorShare: share(({ fix, place }) => fix.floor === place.floor),
    within68: share(({ errorM, fix }) => errorM <= fix.accuracyM),
    within95: share(({ errorM, fix }) => errorM <= fix.accuracyOuterM),
  };
}

/** `npm run accuracy -- lateUploads --seeds 41,42`: each air with uploads at once, and every 30 to 60 s. */
function main(): void {
  const { values } = parseArgs({ options: { seeds: { type: "string", default: "1,2,3" } } });
  const percent = (share: number): string => (100 * share).toFixed(1);
  for (const seed of values.seeds.split(",").map(Number))
    for (const uploadS of [
      [1, 1],
      [30, 60],
    ] as const)
      for (const [going, one] of Object.entries(lateUploads({ seed, uploadS })))
        process.stdout.write(
          `air ${seed}, uploads ${uploadS.join("–")} s, ${going}: ${one.medianM.toFixed(2)} / ${one.p90M.toFixed(2)} m, floor ${percent(one.floorShare)} %, circles ${percent(one.within68)} / ${percent(one.within95)} %, ${one.fixes} fixes\n`,
        );
}

if (import.meta.main) main();
