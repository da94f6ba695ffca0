import { locate } from "@pulse/positioning/engine/locate";
import type { Fix } from "@pulse/positioning/fix/fix";
import { fitTraffic, isFitDue, newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, inheritLearning, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { noImpairments } from "@pulse/simulator/radio/impairments";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import { quantile } from "@pulse/cli/locate/evaluate";
import { playUntil, newPlayback } from "@pulse/cli/locate/playback";
import type { Session } from "@pulse/cli/locate/recordings";
import { seeded, type Random } from "./random.ts";
import { radioWorld, USUAL_AIR, type RadioWorld } from "./radioWorld.ts";
import { anchorAt, floorOf, OFFICE } from "./scenarios.ts";
import { SETTINGS } from "./settings.ts";

/** One tag in a hall, carried, driven and left alone as on an ordinary day. */
export interface DayScenario {
  name: string;
  /** Its speed between turns, m/s; 0: it stands. */
  speedMps: number;
  /** Its strength relative to the default, dB. */
  tagDb: number;
  /** Its packets per second. */
  packetsPerSecond?: number;
  /** How often each gateway uploads, s, at its own moments; 0: at once. */
  uploadS?: number;
  seconds?: number;
  /** It rests for this long at each turn, s. */
  restS?: number;
  air?: Partial<RadioSettings>;
  /** Another strength from then on: put onto metal, or with a low battery. */
  ages?: { fromS: number; tagDb: number };
  /** Only fixes from this time on count, s. */
  countFromS?: number;
  /** The frames it sends, in turn; left out: one that states no power. */
  frames?: readonly SentFrame[];
  /** A short day needs more of them to show anything; default 4. */
  seeds?: number;
  /** Several tags of one site go ways of their own. */
  nth?: number;
}

/** One of the frames of a tag. */
export interface SentFrame {
  /** Its strength relative to the tag's, dB. */
  db: number;
  /** Its stated RSSI at 1 m, dBm. */
  statedPowerDbm?: number;
}

export interface DayFigures {
  medianM: number;
  p90M: number;
  /** Before the filter that smooths the display. */
  rawMedianM: number;
  /** A weighted centroid of the packets received from the last three seconds. */
  centroidMedianM: number;
  centroidP90M: number;
  within68: number;
  within95: number;
  /** Share of fixes that say it moves. */
  moving: number;
  /** How far the dot moves in a second, m. */
  stepM: number;
}

/** A mild hall without bodies. */
export const HALL: Partial<RadioSettings> = {
  exponent: 2.5,
  statedPowerDbm: -59,
  shadowSdDb: 3.5,
  gatewaySdDb: 0,
  fadingSdDb: 3.8,
  lossShare: 0,
  sensitivityDbm: -92,
  impairments: noImpairments,
};

/** Runs the engine over some seeds of one such day, with self-calibration as live. */
export function simulateDay(life: DayScenario, seeds = seedsOf(life), learns = true): DayFigures {
  return dayFigures(seeds.flatMap((seed) => simulateOneDay(life, seed, learns)));
}

/** The figures of some fixes of a day. */
export function dayFigures(all: readonly Counted[]): DayFigures {
  const sorted = (of: (one: Counted) => number): number[] =>
    all
      .map(of)
      .filter((value) => !Number.isNaN(value))
      .toSorted((a, b) => a - b);
  const share = (holds: (one: Counted) => boolean): number => all.filter(holds).length / all.length;
  const errors = sorted(({ errorM }) => errorM);
  const centroid = sorted(({ centroidM }) => centroidM);
  return {
    medianM: quantile(errors, 0.5),
    p90M: quantile(errors, 0.9),
    rawMedianM: quantile(
      sorted(({ rawM }) => rawM),
      0.5,
    ),
    centroidMedianM: quantile(centroid, 0.5),
    centroidP90M: quantile(centroid, 0.9),
    within68: share(({ errorM, fix }) => errorM <= fix.accuracyM),
    within95: share(({ errorM, fix }) => errorM <= fix.accuracyOuterM),
    moving: share(({ fix }) => fix.moving === true),
    stepM: quantile(
      sorted(({ stepM }) => stepM),
      0.5,
    ),
  };
}

function seedsOf({ seeds = 4 }: DayScenario): number[] {
  return Array.from({ length: seeds }, (_, i) => i + 1);
}

/** One fix of a day with the truth. */
export interface Counted {
  second: number;
  fix: Fix;
  errorM: number;
  rawM: number;
  centroidM: number;
  stepM: number;
  /**
   * The tag's strength that the fix found, dB relative to the site's usual tag, and how likely it is of their model.
   */
  offsetDb: number;
  knownModelShare: number;
}

const CENTROID_MS = 3000;
const ONE_FRAME: readonly SentFrame[] = [{ db: 0 }];

/** One such tag's packets, where it was each second, and the drawn hall. */
export function recordDay(
  life: DayScenario,
  seed: number,
): {
  world: RadioWorld;
  session: Session;
  places: { x: number; y: number }[];
  modelWith: (calibration: Calibration | null) => SiteModel;
} {
  const world = hall(life, seed);
  const { anchors, floors } = world;
  return {
    world,
    ...record(life, world, seeded(seed * 7919 + 104_729 * (life.nth ?? 0))),
    modelWith: (calibration) => buildSiteModel({ anchors, floors, settings: SETTINGS, calibration }),
  };
}

/** The counted fixes of one day, on a site with that path-loss model. */
export function simulateOneDay(
  life: DayScenario,
  seed: number,
  learns = true,
  calibration: Calibration | null = null,
): Counted[] {
  const { world, session, places, modelWith } = recordDay(life, seed);
  let model = modelWith(calibration);
  const traffic = newTrafficSample();
  const tag = newPlayback(session, 1000);
  const counted: Counted[] = [];
  let last: Fix | null = null;
  for (let second = 1; second < places.length; second++) {
    const nowMs = second * 1000;
    playUntil(tag, nowMs);
    const fix = locate(model, tag.state, nowMs);
    if (!fix) continue;
    const at = places[second]!;
    const rawM = Math.hypot(fix.raw.x - at.x, fix.raw.y - at.y);
    if (second >= (life.countFromS ?? 0))
      counted.push({
        second,
        fix,
        errorM: Math.hypot(fix.x - at.x, fix.y - at.y),
        rawM,
        centroidM: centroidError(session, tag.next, world, at, nowMs),
        stepM: last ? Math.hypot(fix.x - last.x, fix.y - last.y) : Number.NaN,
        offsetDb: model.work.posterior.offsetDb,
        knownModelShare: model.work.prior.knownModelShare,
      });
    last = fix;
    if (!learns) continue;
    sampleTraffic(traffic, model, session.tagId, nowMs);
    if (!isFitDue(traffic, nowMs)) continue;
    const fitted = fitTraffic(traffic, model, nowMs);
    if (!fitted) continue;
    const before = model;
    model = modelWith(fitted);
    inheritLearning(model, before);
  }
  return counted;
}

function hall({ air = {} }: DayScenario, seed: number): RadioWorld {
  const anchors = OFFICE.map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
  return radioWorld(anchors, [floorOf("0", 0)], { ...USUAL_AIR, ...HALL, ...air }, seed);
}

function record(
  life: DayScenario,
  world: RadioWorld,
  random: Random,
): { session: Session; places: { x: number; y: number }[] } {
  const { packetsPerSecond = 2, uploadS = 0, seconds = 150, frames = ONE_FRAME } = life;
  const perSecond = Math.max(1, packetsPerSecond);
  const go = route(life, random);
  const beats = new Map(world.anchors.map(({ id }) => [id, uploadS * random.next()]));
  const packets: Session["packets"] = [];
  const places: { x: number; y: number }[] = [go(0)];
  let sent = 0;
  for (let second = 0; second < seconds; second++) {
    for (let part = 0; part < perSecond; part++) {
      const atMs = Math.round((second + (part + 0.3 * random.next()) / perSecond) * 1000);
      const at = { ...go(1 / perSecond), floor: "0" };
      if (packetsPerSecond < 1 && second % Math.round(1 / packetsPerSecond)) continue;
      const tagDb = life.ages && second >= life.ages.fromS ? life.ages.tagDb : life.tagDb;
      const { db, ...states } = frames[sent++ % frames.length]!;
      for (const { anchorId, rssi } of world.heard(at, tagDb + db, atMs)) {
        const beat = beats.get(anchorId)!;
        const sentMs = uploadS ? 1000 * (beat + uploadS * Math.ceil((atMs / 1000 - beat) / uploadS)) : atMs;
        packets.push({ atMs, receivedMs: Math.round(sentMs), anchorId, rssi, ...states });
      }
    }
    places.push(go(0));
  }
  packets.sort((a, b) => a.receivedMs - b.receivedMs || a.atMs - b.atMs);
  return { session: { tagId: "tag", packets }, places };
}

/** From point to point in straight lines, or at one place. */
function route({ speedMps, restS = 0 }: DayScenario, random: Random): (seconds: number) => { x: number; y: number } {
  const somewhere = (): { x: number; y: number } => ({ x: 2 + 36 * random.next(), y: 2 + 21 * random.next() });
  let at = somewhere();
  let goal = somewhere();
  let rests = 0;
  return (seconds) => {
    if (rests > 0) {
      rests -= seconds;
      return at;
    }
    let left = speedMps * seconds;
    while (left > 0) {
      const d = Math.hypot(goal.x - at.x, goal.y - at.y);
      if (d > left) {
        at = { x: at.x + (left / d) * (goal.x - at.x), y: at.y + (left / d) * (goal.y - at.y) };
        return at;
      }
      left -= d;
      at = goal;
      goal = somewhere();
      rests = restS;
      if (restS) return at;
    }
    return at;
  };
}

function centroidError(
  { packets }: Session,
  heard: number,
  { anchors }: RadioWorld,
  at: { x: number; y: number },
  nowMs: number,
): number {
  const sums = new Map<string, { sum: number; count: number }>();
  for (let i = heard - 1; i >= 0 && packets[i]!.receivedMs > nowMs - CENTROID_MS; i--) {
    const { anchorId, rssi, atMs } = packets[i]!;
    if (atMs <= nowMs - CENTROID_MS) continue;
    const of = sums.get(anchorId) ?? { sum: 0, count: 0 };
    sums.set(anchorId, of);
    of.sum += rssi;
    of.count++;
  }
  let [w, x, y] = [0, 0, 0];
  for (const anchor of anchors) {
    const of = sums.get(anchor.id);
    if (!of) continue;
    const weight = 10 ** (of.sum / of.count / 20);
    w += weight;
    x += weight * anchor.x;
    y += weight * anchor.y;
  }
  return w ? Math.hypot(x / w - at.x, y / w - at.y) : Number.NaN;
}
