import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { calibrateSite } from "@pulse/cli/locate/calibrateSite";
import type { Session, TruthRow } from "@pulse/cli/locate/recordings";
import { DRAWN_SITES } from "./drawnSites.ts";
import { DAY_SCENARIOS } from "./dayScenarios.ts";
import { type DayScenario, recordDay } from "./simulateDay.ts";
import { readRecording } from "./recordedSets.ts";
import { recordScenario } from "./runScenario.ts";
import { type Scenario, SCENARIOS } from "./scenarios.ts";
import { SETTINGS } from "./settings.ts";

/** Sessions played to the engine as one site; their circles are counted in the rows that `rowOf` names. */
export interface CircleSet {
  rowOf: (tagId: string) => string;
  sessions: Session[];
  truth: ReadonlyMap<string, TruthRow[]>;
  modelWith: (calibration: Calibration | null) => SiteModel;
  /** Null: the site calibrates itself while it runs. */
  calibration: Calibration | null;
  smooth?: boolean;
  /** Only fixes from this time on count, ms. */
  countFromMs?: number;
}

/** More tags than in the baseline, because a still tag is one draw of its error, however often it is located. */
const WALKERS = 6;
const STANDING = 12;

/** One made-up site per seed, with walking and still tags in separate rows. */
export function* madeUpSets(
  seeds: readonly number[],
  scenarios: readonly Scenario[] = [...SCENARIOS, ...DRAWN_SITES],
): Generator<CircleSet> {
  for (const scenario of scenarios) for (const seed of seeds) yield scenarioSet(scenario, seed);
}

function scenarioSet(scenario: Scenario, seed: number): CircleSet {
  const recorded = recordScenario({ ...scenario, walkers: WALKERS, standing: STANDING }, seed);
  const rowOf = (tagId: string): string => `${scenario.name}: ${tagId.startsWith("walk") ? "moving" : "still"}`;
  return { ...recorded, rowOf, calibration: null };
}

/** One ordinary day of a single tag per seed. */
export function* daySets(seeds: readonly number[]): Generator<CircleSet> {
  for (const life of DAY_SCENARIOS) for (const seed of seeds) yield lifeSet(life, seed);
}

function lifeSet(life: DayScenario, seed: number): CircleSet {
  const { session, places, modelWith } = recordDay(life, seed);
  const truth = places.map((place, second) => ({ atMs: 1000 * second, ...place, floor: "0" }));
  return {
    rowOf: () => `${life.name}: ${life.speedMps > 0 ? "moving" : "still"}`,
    sessions: [session],
    truth: new Map([[session.tagId, truth]]),
    modelWith,
    calibration: null,
    countFromMs: 1000 * (life.countFromS ?? 0),
  };
}

/** The recordings: everything together, each kind alone, and each session alone, with a survey and without. */
export function* recordedSets(folder: string): Generator<CircleSet> {
  for (const name of ["tetam", "uji-geo"]) {
    const { anchors, notes, truth, sessions, isTest } = readRecording(folder, name);
    const kindOf = (tagId: string): string => (notes.get(tagId)?.kind === "moving" ? "moving" : "still");
    const modelWith = (calibration: Calibration | null): SiteModel =>
      buildSiteModel({ anchors, floors: [], settings: SETTINGS, calibration });
    const { calibration: surveyed } = calibrateSite(
      modelWith,
      sessions.filter((session) => !isTest(session)),
      truth,
    );
    const set = (way: string, played: Session[], calibration: Calibration | null, smooth = false): CircleSet => ({
      rowOf: (tagId) => `${name}, ${way}: ${kindOf(tagId)}`,
      sessions: played,
      truth,
      modelWith,
      calibration,
      smooth,
    });
    const test = sessions.filter(isTest);
    yield set("no survey", test, null);
    for (const kind of ["moving", "still"]) {
      const alone = test.filter(({ tagId }) => kindOf(tagId) === kind);
      if (alone.length && alone.length < test.length) yield set("its kind alone", alone, null);
    }
    for (const session of test) yield set("each by itself", [session], null);
    yield set("survey", test, surveyed);
    yield set("survey, smoothed", test, surveyed, true);
    yield set("no survey, smoothed", test, null, true);
  }
}
