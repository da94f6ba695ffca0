import { type Motion, motionAfter, noMotion } from "@pulse/geo/motion";
import { quantile } from "@pulse/cli/locate/evaluate";
import { STARTS_MS, STOPS_MS, type TrackPoint, type Walk, walkedTrack } from "./walkedTracks.ts";

/** Accuracy of the headings that browsers draw. Shares are 0–1, and NaN if there is nothing to count. */
export interface HeadingFigures {
  /** Angle to the true direction, degrees, more than 3 s after a start or a turn, where a heading is drawn. */
  medianDeg: number;
  p90Deg: number;
  /** Share of those moments at which one is drawn. */
  drawn: number;
  /** Turns, and the shares of them with a heading at most 45 degrees off at some moment within 3 s, and 3 s after them. */
  turns: number;
  within3S: number;
  after3S: number;
  /** Share of moments at which a walking tag is shown as moving. */
  walkerMoves: number;
  /** Shares of moments at which a still tag is drawn with a heading, and as moving. */
  stillDrawn: number;
  stillMoves: number;
}

/** A turn counts from this many degrees, and if the tag then goes straight for this long. */
const TURN_DEG = 60;
const STRAIGHT_MS = 4000;
/** Directions along one straight line differ only by rounding. */
const SAME_DEG = 0.01;
const TRUE_DEG = 45;
const WITHIN_MS = 3000;
/** The first seconds, and those until a stop can be noticed, are not counted. */
const SETTLED_MS = 10_000;
const NOTICED_MS = 30_000;

interface Seen {
  atMs: number;
  towardsDeg: number | null;
  motion: Motion;
}
interface Leg {
  fromMs: number;
  untilMs: number;
  turnDeg: number | null;
  towardsDeg: number;
}

/** Plays one walk in some draws of the air; `rule` is the browsers' way to derive movement from positions. */
export function headingFigures(walk: Walk, seeds: readonly number[], rule = motionAfter): HeadingFigures {
  const offDeg: number[] = [];
  const counts = { steady: 0, turns: 0, within: 0, after: 0, walks: 0, moves: 0, stands: 0, drawn: 0, falsely: 0 };
  for (const seed of seeds) {
    const track = seenTrack(walkedTrack(walk, seed), rule);
    for (const { atMs, towardsDeg, motion } of track.filter(({ atMs: at }) => isSettled(at, walk)))
      if (towardsDeg === null) {
        counts.stands++;
        counts.drawn += Number(motion.moving && motion.headingDeg !== null);
        counts.falsely += Number(motion.moving);
      } else {
        counts.walks += Number(atMs > STARTS_MS);
        counts.moves += Number(motion.moving);
      }
    for (const leg of legsOf(track)) {
      const steady = track.filter(({ atMs }) => atMs > leg.fromMs + WITHIN_MS && atMs <= leg.untilMs);
      counts.steady += steady.length;
      for (const { motion } of steady)
        if (motion.headingDeg !== null) offDeg.push(differenceDeg(motion.headingDeg, leg.towardsDeg));
      if (leg.turnDeg === null || leg.turnDeg < TURN_DEG || leg.untilMs - leg.fromMs < STRAIGHT_MS) continue;
      const soon = track.filter(({ atMs }) => atMs > leg.fromMs && atMs <= leg.fromMs + WITHIN_MS);
      const isTrue = ({ motion }: Seen): boolean =>
        motion.headingDeg !== null && differenceDeg(motion.headingDeg, leg.towardsDeg) <= TRUE_DEG;
      counts.turns++;
      counts.within += Number(soon.some(isTrue));
      counts.after += Number(isTrue(soon.at(-1)!));
    }
  }
  offDeg.sort((a, b) => a - b);
  return {
    medianDeg: quantile(offDeg, 0.5),
    p90Deg: quantile(offDeg, 0.9),
    drawn: offDeg.length / counts.steady,
    turns: counts.turns,
    within3S: counts.within / counts.turns,
    after3S: counts.after / counts.turns,
    walkerMoves: counts.moves / counts.walks,
    stillDrawn: counts.drawn / counts.stands,
    stillMoves: counts.falsely / counts.stands,
  };
}

/** The movement that a browser derives at each position. */
function seenTrack(track: readonly TrackPoint[], rule: typeof motionAfter): Seen[] {
  let from: TrackPoint | null = null;
  let motion = noMotion;
  return track.map((point) => {
    motion = rule(motion, from, point);
    from = point;
    return { atMs: point.atMs, towardsDeg: point.towardsDeg, motion };
  });
}

/** The straight lines of a walk, with the turn from the one before; null: it is the first. */
function legsOf(track: readonly Seen[]): Leg[] {
  const legs: Leg[] = [];
  let beforeMs = 0;
  for (const { atMs, towardsDeg } of track) {
    const last = legs.at(-1);
    if (towardsDeg !== null && last && differenceDeg(towardsDeg, last.towardsDeg) < SAME_DEG) last.untilMs = atMs;
    else if (towardsDeg !== null)
      legs.push({
        // The step that ends now is the first of its line.
        fromMs: beforeMs,
        untilMs: atMs,
        turnDeg: last ? differenceDeg(towardsDeg, last.towardsDeg) : null,
        towardsDeg,
      });
    beforeMs = atMs;
  }
  return legs;
}

function isSettled(atMs: number, { speedMps }: Walk): boolean {
  const isAfterStop = speedMps > 0 && atMs > STOPS_MS && atMs <= STOPS_MS + NOTICED_MS;
  return atMs > SETTLED_MS && !isAfterStop;
}

function differenceDeg(a: number, b: number): number {
  return Math.abs(((((a - b) % 360) + 540) % 360) - 180);
}
