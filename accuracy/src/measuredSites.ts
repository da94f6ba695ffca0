import { join } from "node:path";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import type { Point } from "@pulse/positioning/model/outline";
import { readAnchors, readSessionNotes, readSessions, readTruth, type Session } from "@pulse/cli/locate/recordings";
import { espresenseSite } from "./espresenseSite.ts";
import type { MeasuredSite } from "./measuredSite.ts";

/**
 * So that each site costs about the same: sessions of a kind at most (every n-th by name), and of a walked survey one
 * stretch in three, ms.
 */
const MAX_SESSIONS = 40;
const STRETCH_MS = 20_000;
const STRETCHES = 3;

/** The rings that a person would draw: the rooms' walls, or where only gateways and furniture are known, around these. */
const OUTLINES: Record<string, readonly (readonly [number, number])[]> = {
  tetam: rectangle(0, 0, 20.7, 17.6),
  "uji-geo": rectangle(0.1, 0.1, 16.5, 10.7),
  "ionis-flat": [
    [0, 0],
    [6.22, 0],
    [6.22, 4.19],
    [9.07, 4.19],
    [9.07, 7.1],
    [0, 7.1],
  ],
  "uji-lib": rectangle(14.9, 2.2, 31, 14.8),
  room63: rectangle(0, 0, 6.3, 6.3),
};

/**
 * The six sites: five recordings and the scenario of ESPresense companion.
 * @param only these of them; left out: all
 */
export function measuredSites(folder: string, only?: readonly string[]): MeasuredSite[] {
  const names = Object.keys(OUTLINES).filter((name) => only?.includes(name) ?? true);
  const recorded = names.map((name) => recordedSite(folder, name));
  return only?.includes("espresense") === false ? recorded : [...recorded, espresenseSite()];
}

function recordedSite(folder: string, name: string): MeasuredSite {
  const path = (file: string): string => join(folder, name, file);
  const notes = readSessionNotes(path("sessions.csv"));
  const truth = readTruth(path("truth.csv"));
  const moves = (tagId: string): boolean => notes.get(tagId)?.kind === "moving";
  const known = readSessions(path("observations.csv")).filter(({ tagId }) => truth.has(tagId));
  const of = (split: string, moving: boolean): Session[] =>
    evenly(known.filter(({ tagId }) => notes.get(tagId)?.split === split && moves(tagId) === moving));
  return {
    name,
    anchors: readAnchors(path("anchors.csv")),
    outline: OUTLINES[name]!.map(([x, y]) => ({ x, y })),
    survey: [...of("calibration", false), ...of("calibration", true).map(inStretches)],
    test: [...of("test", false), ...of("test", true)],
    truth,
    moves,
  };
}

function evenly(sessions: readonly Session[]): Session[] {
  const step = Math.ceil(sessions.length / MAX_SESSIONS);
  return sessions.filter((_, i) => i % step === 0);
}

function inStretches(session: Session): Session {
  const packets = session.packets.filter(({ atMs }) => Math.floor(atMs / STRETCH_MS) % STRETCHES === 0);
  return { ...session, packets };
}

/** The site with only these gateways: what others heard is not there either. */
export function withGateways(site: MeasuredSite, anchors: Anchor[]): MeasuredSite {
  const kept = new Set(anchors.map(({ id }) => id));
  const heard = (session: Session): Session => ({
    ...session,
    packets: session.packets.filter(({ anchorId }) => kept.has(anchorId)),
  });
  return { ...site, anchors, survey: site.survey.map(heard), test: site.test.map(heard) };
}

/** So many gateways as far apart as they are, as a person would mount them: first the two farthest from each other. */
export function spreadGateways(anchors: readonly Anchor[], count: number): Anchor[] {
  const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
  const farthest = (from: readonly Anchor[]): Anchor =>
    anchors.toSorted((a, b) => nearestOf(from, b, apart) - nearestOf(from, a, apart))[0]!;
  const pairs = anchors.flatMap((a) => anchors.map((b) => [a, b] as const));
  const chosen: Anchor[] = [...pairs.toSorted((p, q) => apart(...q) - apart(...p))[0]!];
  while (chosen.length < count) chosen.push(farthest(chosen));
  return chosen;
}

function nearestOf(from: readonly Point[], to: Point, apart: (a: Point, b: Point) => number): number {
  return Math.min(...from.map((one) => apart(one, to)));
}

function rectangle(x0: number, y0: number, x1: number, y1: number): [number, number][] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}
