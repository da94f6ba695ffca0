import { extentOf } from "@pulse/positioning/model/outline";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { evaluate, type Score } from "@pulse/cli/locate/evaluate";
import { locateSessions, type TagFix } from "@pulse/cli/locate/locateSessions";
import type { Session, TruthRow } from "@pulse/cli/locate/recordings";
import { seeded, type Random } from "./random.ts";
import type { Place, RadioWorld } from "./radioWorld.ts";
import type { Scenario } from "./scenarios.ts";

/** The result of one made-up run, and of two simple methods with the same packets. */
export interface ScenarioResult {
  name: string;
  score: Score;
  nearestMeanM: number;
  nearestP90M: number;
  centroidMeanM: number;
  centroidP90M: number;
  /** Changes of gateway a minute of a still tag (ANCHORED). */
  flipsPerMinute: number | null;
}

const ADVERT_MS = 500;
const SIMPLE_WINDOW_MS = 3000;

/** A scenario's packets, its tags' true places, and the drawn site. */
export interface Recorded {
  sessions: Session[];
  truth: Map<string, TruthRow[]>;
  modelWith: (calibration: Calibration | null) => SiteModel;
}

export function recordScenario(scenario: Scenario, seed: number): Recorded & { world: RadioWorld } {
  const world = scenario.world(seed);
  const settings = {
    mechanism: scenario.mechanism,
    anchorSnapRadiusM: 5,
    locationAccuracyThresholdM: 50,
    ignoreMovingTracker: false,
  };
  const { anchors, floors } = world;
  return {
    ...record(scenario, world, seeded(seed * 7919)),
    modelWith: (calibration) => buildSiteModel({ anchors, floors, settings, calibration }),
    world,
  };
}

/** Runs the engine over a scenario's sessions, self-calibrating as live. */
export function runScenario(scenario: Scenario, seed: number): ScenarioResult {
  const { sessions, truth, modelWith, world } = recordScenario(scenario, seed);
  const fixes = locateSessions(sessions, { modelWith, calibration: null, intervalMs: 1000 });
  const [score] = evaluate(fixes, truth, null);
  const simple = simpleScores(sessions, truth, world);
  return {
    name: scenario.name,
    score: score!,
    ...simple,
    flipsPerMinute: scenario.mechanism === "ANCHORED" ? flipsOf(fixes, scenario) : null,
  };
}

function record(
  scenario: Scenario,
  world: RadioWorld,
  random: Random,
): { sessions: Session[]; truth: Map<string, TruthRow[]> } {
  const sessions: Session[] = [];
  const truth = new Map<string, TruthRow[]>();
  for (let tag = 0; tag < scenario.walkers + scenario.standing; tag++) {
    const walks = tag < scenario.walkers;
    const tagId = `${walks ? "walk" : "still"}${tag}`;
    const floor = world.floors[tag % world.floors.length]!;
    const offsetDb = scenario.tagSdDb * random.normal();
    const walk = walkOn(extentOf(floor.outline)!, random);
    // Half of the still tags are worn by somebody who stands there, half are left somewhere.
    const isWorn = walks || tag % 2 === 0;
    const rows: TruthRow[] = [];
    const packets: Session["packets"] = [];
    for (let atMs = 0; atMs <= scenario.seconds * 1000; atMs += ADVERT_MS) {
      const { heading, ...spot } = walk(walks ? ADVERT_MS / 1000 : 0);
      const at: Place = { ...spot, floor: floor.id };
      rows.push({ atMs, ...at });
      const carried = { nth: tag, heading: isWorn ? heading : null };
      for (const one of world.heard(at, offsetDb, atMs, carried)) packets.push({ atMs, receivedMs: atMs, ...one });
    }
    sessions.push({ tagId, packets });
    truth.set(tagId, rows);
  }
  return { sessions, truth };
}

/** Somebody who walks from point to point at 0.4–1.4 m/s and rests now and then, facing forward. */
function walkOn(
  extent: { minX: number; minY: number; maxX: number; maxY: number },
  random: Random,
): (seconds: number) => { x: number; y: number; heading: number } {
  const somewhere = (): { x: number; y: number } => ({
    x: extent.minX + 0.5 + (extent.maxX - extent.minX - 1) * random.next(),
    y: extent.minY + 0.5 + (extent.maxY - extent.minY - 1) * random.next(),
  });
  let at = somewhere();
  let goal = somewhere();
  let heading = Math.atan2(goal.y - at.y, goal.x - at.x);
  let speed = 0.4 + random.next();
  let restS = 0;
  return (seconds) => {
    const d = Math.hypot(goal.x - at.x, goal.y - at.y);
    if (restS > 0) restS -= seconds;
    else if (seconds > 0 && d <= speed * seconds) {
      at = goal;
      goal = somewhere();
      heading = Math.atan2(goal.y - at.y, goal.x - at.x);
      speed = 0.4 + random.next();
      restS = random.next() < 0.3 ? 15 : 0;
    } else if (seconds > 0) {
      const share = (speed * seconds) / d;
      at = { x: at.x + share * (goal.x - at.x), y: at.y + share * (goal.y - at.y) };
    }
    return { ...at, heading };
  };
}

/** Nearest gateway and weighted centroid of the last three seconds, floor known. */
function simpleScores(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
  world: RadioWorld,
): Pick<ScenarioResult, "nearestMeanM" | "nearestP90M" | "centroidMeanM" | "centroidP90M"> {
  const nearest: number[] = [];
  const centroid: number[] = [];
  const anchors = new Map(world.anchors.map((anchor) => [anchor.id, anchor]));
  for (const { tagId, packets } of sessions) {
    let from = 0;
    let to = 0;
    for (const row of truth.get(tagId)!) {
      if (row.atMs % 1000 || row.atMs === 0) continue;
      while (to < packets.length && packets[to]!.atMs <= row.atMs) to++;
      while (packets[from] && packets[from]!.atMs <= row.atMs - SIMPLE_WINDOW_MS) from++;
      const heard = Map.groupBy(packets.slice(from, to), ({ anchorId }) => anchorId);
      const means = [...heard]
        .map(([id, list]) => ({
          anchor: anchors.get(id)!,
          rssi: list.reduce((sum, p) => sum + p.rssi, 0) / list.length,
        }))
        .filter(({ anchor }) => anchor.floor === row.floor);
      if (!means.length) continue;
      const best = means.reduce((a, b) => (b.rssi > a.rssi ? b : a)).anchor;
      nearest.push(Math.hypot(best.x - row.x, best.y - row.y));
      let w = 0;
      let x = 0;
      let y = 0;
      for (const { anchor, rssi } of means) {
        w += 10 ** (rssi / 20);
        x += 10 ** (rssi / 20) * anchor.x;
        y += 10 ** (rssi / 20) * anchor.y;
      }
      centroid.push(Math.hypot(x / w - row.x, y / w - row.y));
    }
  }
  const mean = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const p90 = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(0.9 * list.length)]!;
  return {
    nearestMeanM: mean(nearest),
    nearestP90M: p90(nearest),
    centroidMeanM: mean(centroid),
    centroidP90M: p90(centroid),
  };
}

function flipsOf(fixes: readonly TagFix[], scenario: Scenario): number {
  let flips = 0;
  const last = new Map<string, string>();
  for (const { tagId, fix } of fixes) {
    if (!tagId.startsWith("still")) continue;
    const at = `${fix.x} ${fix.y}`;
    if (last.has(tagId) && last.get(tagId) !== at) flips++;
    last.set(tagId, at);
  }
  return flips / scenario.standing / (scenario.seconds / 60);
}
