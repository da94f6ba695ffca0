import { parseArgs } from "node:util";
import { extentOf } from "@pulse/positioning/model/outline";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import type { FloorModel } from "@pulse/positioning/model/placedSite";
import { locateSessions } from "@pulse/cli/locate/locateSessions";
import { quantile, truthAt } from "@pulse/cli/locate/evaluate";
import { recordScenario } from "./runScenario.ts";
import { DRAWN_SITES, fewGateways } from "./drawnSites.ts";
import { type Scenario, SCENARIOS } from "./scenarios.ts";

/** Accuracy with the same packets, depending on what is known about the floor's outline. */
export interface OutlineFigures {
  medianM: number;
  p90M: number;
  within68: number;
  within95: number;
}

const INTERVAL_MS = 2000;
const FIRST_MS = 10_000;

/** What the engine knows of the floor's edge: its outline, nothing, or an image with a margin around it. */
const WAYS = {
  drawn: (floor: FloorModel) => floor,
  guessed: (floor: FloorModel) => ({ ...floor, outline: [] }),
  "image +2 %": (floor: FloorModel) => withImage(floor, 0.02),
  "image +15 %": (floor: FloorModel) => withImage(floor, 0.15),
  "image +40 %": (floor: FloorModel) => withImage(floor, 0.4),
} as const;
type Way = keyof typeof WAYS;
const USUAL = ["drawn", "guessed", "image +15 %", "image +40 %"] as const;
const OF_FEW = ["drawn", "guessed", "image +2 %", "image +15 %", "image +40 %"] as const;

/** Plays one made-up site for each seed, and locates the same packets in each way. */
export function outlineFigures<Of extends Way>(
  scenario: Scenario,
  seeds: readonly number[],
  ways: readonly Of[],
): Record<Of, OutlineFigures> {
  const scores = new Map(ways.map((way) => [way, newScore()]));
  for (const seed of seeds) {
    const recorded = recordScenario({ ...scenario, seconds: 80 }, seed);
    for (const [way, score] of scores) addFixes(score, scenario, recorded, WAYS[way]);
  }
  return Object.fromEntries([...scores].map(([way, score]) => [way, figuresOf(score)])) as Record<Of, OutlineFigures>;
}

/** A floor without an outline; on each side its image is larger by this share of the floor's length. */
function withImage(floor: FloorModel, share: number): FloorModel {
  const { minX, minY, maxX, maxY } = extentOf(floor.outline)!;
  const [dx, dy] = [share * (maxX - minX), share * (maxY - minY)];
  const image = [
    { x: minX - dx, y: maxY + dy },
    { x: maxX + dx, y: maxY + dy },
    { x: maxX + dx, y: minY - dy },
    { x: minX - dx, y: minY - dy },
  ];
  return { ...floor, outline: [], image };
}

/** Errors of fixes in metres, and how many of them each circle contained. */
interface Score {
  errors: number[];
  within68: number;
  within95: number;
}

function newScore(): Score {
  return { errors: [], within68: 0, within95: 0 };
}

function addFixes(
  score: Score,
  { mechanism }: Scenario,
  { sessions, truth, world }: ReturnType<typeof recordScenario>,
  told: (floor: FloorModel) => FloorModel,
): void {
  const floors = world.floors.map(told);
  const settings = { mechanism, anchorSnapRadiusM: 5, locationAccuracyThresholdM: 50, ignoreMovingTracker: false };
  const fixes = locateSessions(sessions, {
    modelWith: (calibration) => buildSiteModel({ anchors: world.anchors, floors, settings, calibration }),
    calibration: null,
    intervalMs: INTERVAL_MS,
  });
  for (const { tagId, fix } of fixes) {
    const at = fix.atMs < FIRST_MS ? null : truthAt(truth.get(tagId)!, fix.atMs);
    if (!at) continue;
    const errorM = Math.hypot(fix.x - at.x, fix.y - at.y);
    score.errors.push(errorM);
    if (errorM <= fix.accuracyM) score.within68++;
    if (errorM <= fix.accuracyOuterM) score.within95++;
  }
}

function figuresOf({ errors, within68, within95 }: Score): OutlineFigures {
  errors.sort((a, b) => a - b);
  return {
    medianM: quantile(errors, 0.5),
    p90M: quantile(errors, 0.9),
    within68: within68 / errors.length,
    within95: within95 / errors.length,
  };
}

/**
 * `npm run accuracy -- guessedOutline --first 2001 --seeds 16`: each kind of site in each way;
 * `… --few 2,3 --first 3001 --seeds 48`: floors with this many gateways, installed anywhere.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "16" },
      first: { type: "string", default: "2001" },
      few: { type: "string", default: "" },
    },
  });
  const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.first) + i);
  const kinds = SCENARIOS.filter(({ name }) => /^office, 10|^open hall|^racks|^sparse/.test(name));
  const few = values.few
    .split(",")
    .filter(Boolean)
    .map((count) => fewGateways(Number(count)));
  for (const kind of few.length > 0 ? few : [...kinds, ...DRAWN_SITES])
    for (const [way, one] of Object.entries(outlineFigures(kind, seeds, few.length > 0 ? OF_FEW : USUAL)))
      process.stdout.write(
        `${kind.name}, ${way}: ${one.medianM.toFixed(2)} / ${one.p90M.toFixed(2)}, circles ${(100 * one.within68).toFixed(0)} / ${(100 * one.within95).toFixed(0)}\n`,
      );
}

if (import.meta.main) main();
