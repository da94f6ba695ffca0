import { parseArgs } from "node:util";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { quantile } from "@pulse/cli/locate/evaluate";
import { radioWorld, type RadioWorld, USUAL_AIR } from "./radioWorld.ts";
import { type Random, seeded } from "./random.ts";
import { anchorAt, floorOf } from "./scenarios.ts";
import { leastError } from "./leastError.ts";
import { SETTINGS } from "./settings.ts";

/** What the gateways of a floor measure of a still tag. */
export interface Measuring {
  name: string;
  gateways: 1 | 3 | 6;
  /** Standard deviation of the ranges, both real and stated, m; null: none are measured. */
  rangeSdM: number | null;
  /** Probability that a gateway hears a tag by way of an echo and measures `ECHO_M` too far, without saying so. */
  echoShare: number;
  /** Standard deviation of azimuth and elevation, both real and stated, degrees; null: none are measured. */
  angleSdDeg: number | null;
  /** Whether the gateways also hear how strong packets are. */
  hasRssi: boolean;
}

/** Errors (m) of one fix for each tag, and the shares of true places within both circles. */
export interface MeasuredFigures {
  fixes: number;
  medianM: number;
  p90M: number;
  within68: number;
  within95: number;
  /** The median and 90th percentile that no unbiased estimate can beat (leastError.ts), m; null: only strength is measured. */
  least: { medianM: number; p90M: number } | null;
  /** The median radius of the circles of 68 %, m. */
  radiusM: number;
}

/**
 * Either one measurement of each gateway and one fix, after 3 s of packets; or both once a second, for 15 s. Errors are
 * independent, or half of their variance is the same in all measurements of a tag by a gateway, as its echoes would be.
 */
export type Often = "once" | "each second" | "each second, half the same";
const OFTEN = ["once", "each second", "each second, half the same"] as const;
const SAME: Readonly<Record<Often, number>> = { once: 0, "each second": 0, "each second, half the same": 0.5 };

/** The floor on which tags are measured, 40 × 25 m. */
export const FLOOR = floorOf("0", 0);
/** Three gateways around a floor of 40 × 25 m, and three between them, m. */
export const PLACES = [
  [2, 2],
  [38, 3],
  [19, 24],
  [38, 23],
  [2, 23],
  [20, 1],
] as const;
const ECHO_M = 3;
const TAGS = 60;
const PACKET_MS = 500;
const FIX_MS = 1000;
const LONG_MS = 15_000;
const ENDS_MS: Readonly<Record<Often, number>> = {
  once: 3000,
  "each second": LONG_MS,
  "each second, half the same": LONG_MS,
};
const DEGREES = 180 / Math.PI;

const NOTHING = { rangeSdM: null, echoShare: 0, angleSdDeg: null };
const KINDS = [
  { ...NOTHING, kind: "ranges ± 0.3 m", rangeSdM: 0.3 },
  { ...NOTHING, kind: "ranges ± 1 m, one in ten 3 m too far", rangeSdM: 1, echoShare: 0.1 },
  { ...NOTHING, kind: "angles ± 5°", angleSdDeg: 5 },
];
const SINGLE = { ...NOTHING, kind: "range ± 0.3 m and angle ± 5°", rangeSdM: 0.3, angleSdDeg: 5 };

/** The rows of the table. */
export const MEASURINGS: readonly Measuring[] = [
  { ...NOTHING, name: "6 gateways, RSSI alone", gateways: 6, hasRssi: true },
  ...KINDS.flatMap((kind) => bothWays(6, kind)),
  { ...NOTHING, name: "3 gateways, RSSI alone", gateways: 3, hasRssi: true },
  ...KINDS.flatMap((kind) => bothWays(3, kind)),
  ...bothWays(1, SINGLE),
];

/** Measurements alone, and together with RSSI. */
function bothWays(gateways: 1 | 3 | 6, { kind, ...ofTheKind }: (typeof KINDS)[number] | typeof SINGLE): Measuring[] {
  const name = `${gateways} ${gateways === 1 ? "gateway" : "gateways"}, ${kind}`;
  return [
    { ...ofTheKind, name, gateways, hasRssi: false },
    { ...ofTheKind, name: `${name}, and RSSI`, gateways, hasRssi: true },
  ];
}

/** Locates 60 still tags at random places of the floor for each seed, which also draws the air. */
export function measuredFigures(measuring: Measuring, seeds: readonly number[], often: Often): MeasuredFigures {
  const errors: number[] = [];
  const radii: number[] = [];
  const least: number[] = [];
  let within68 = 0;
  let within95 = 0;
  const anchors = PLACES.slice(0, measuring.gateways).map(([x, y], nth) => anchorAt(`g${nth}`, x, y, FLOOR.id));
  for (const seed of seeds) {
    const world = radioWorld(anchors, [FLOOR], USUAL_AIR, seed);
    const model = buildSiteModel({ anchors, floors: [FLOOR], settings: SETTINGS, calibration: null });
    for (let nth = 0; nth < TAGS; nth++) {
      const random = seeded(seed * 7919 + nth);
      const tag = { nth, x: 40 * random.next(), y: 25 * random.next() };
      if (!measuresNothing(measuring))
        least.push(minOf(measuring, { model, world, tag, random: seeded(-seed * 7919 - nth) }, often));
      const fix = lastFix(measuring, { model, world, tag, random }, often);
      if (!fix) continue;
      const errorM = Math.hypot(fix.x - tag.x, fix.y - tag.y);
      errors.push(errorM);
      radii.push(fix.accuracyM);
      if (errorM <= fix.accuracyM) within68++;
      if (errorM <= fix.accuracyOuterM) within95++;
    }
  }
  errors.sort((a, b) => a - b);
  radii.sort((a, b) => a - b);
  least.sort((a, b) => a - b);
  const fixes = errors.length;
  return {
    fixes,
    medianM: quantile(errors, 0.5),
    p90M: quantile(errors, 0.9),
    least: least.length ? { medianM: quantile(least, 0.5), p90M: quantile(least, 0.9) } : null,
    within68: within68 / fixes,
    within95: within95 / fixes,
    radiusM: quantile(radii, 0.5),
  };
}

interface Tag {
  nth: number;
  x: number;
  y: number;
}

function measuresNothing({ rangeSdM, angleSdDeg }: Measuring): boolean {
  return rangeSdM === null && angleSdDeg === null;
}

/** An error drawn from the least that all measurements of a tag allow, if it is known which of them are echoes. */
function minOf(
  { rangeSdM, angleSdDeg }: Measuring,
  { model, world, tag, random }: { model: SiteModel; world: RadioWorld; tag: Tag; random: Random },
  often: Often,
): number {
  const times = often === "once" ? 1 : ENDS_MS[often] / FIX_MS;
  // So many independent measurements would tell as much.
  const worth = 1 / (SAME[often] + (1 - SAME[often]) / times);
  const ways = world.anchors.map((anchor) => ({
    east: tag.x - anchor.x,
    north: tag.y - anchor.y,
    up: model.tagHeightM - anchor.z!,
  }));
  return leastError(
    ways.map((way) => ({ ...way, rangeSdM, angleSdDeg, times: worth })),
    random,
  );
}

/** A tag's last fix. */
function lastFix(
  measuring: Measuring,
  { model, world, tag, random }: { model: SiteModel; world: RadioWorld; tag: Tag; random: Random },
  often: Often,
): Fix | null {
  const state = newTrackerState();
  const echoing = new Set(world.anchors.filter(() => random.next() < measuring.echoShare));
  const place = { x: tag.x, y: tag.y, floor: FLOOR.id };
  const endsMs = ENDS_MS[often];
  const lasting = new Map(world.anchors.map(({ id }) => [id, errorsOf(SAME[often], random)]));
  let fix: Fix | null = null;
  for (let atMs = PACKET_MS; atMs <= endsMs; atMs += PACKET_MS) {
    const heard = measuring.hasRssi ? world.heard(place, 0, atMs, { nth: tag.nth, heading: null }) : [];
    for (const one of heard) observe(state, { ...one, atMs });
    if (often === "once" ? atMs < endsMs : atMs % FIX_MS) continue;
    for (const anchor of world.anchors) {
      const way = { east: tag.x - anchor.x, north: tag.y - anchor.y, up: model.tagHeightM - anchor.z! };
      const errors = lasting.get(anchor.id)!.map((same) => same + Math.sqrt(1 - SAME[often]) * random.normal());
      for (const one of measured(measuring, way, echoing.has(anchor), errors))
        observe(state, { ...one, anchorId: anchor.id, atMs });
    }
    fix = locate(model, state, atMs);
  }
  return fix;
}

/** Errors of a range, an azimuth and an elevation, as part of their variance. */
function errorsOf(share: number, random: Random): number[] {
  return Array.from({ length: 3 }, () => Math.sqrt(share) * random.normal());
}

/** What a gateway measures of a tag that is this far from it, m. */
function measured(
  { rangeSdM, angleSdDeg }: Measuring,
  { east, north, up }: { east: number; north: number; up: number },
  isEcho: boolean,
  errors: readonly number[],
): ({ rangeM: number; sdM: number } | { azimuthDeg: number; elevationDeg: number; sdDeg: number })[] {
  const all: ReturnType<typeof measured> = [];
  if (rangeSdM !== null) {
    const rangeM = Math.hypot(east, north, up) + (isEcho ? ECHO_M : 0) + rangeSdM * errors[0]!;
    all.push({ rangeM: Math.max(0, rangeM), sdM: rangeSdM });
  }
  if (angleSdDeg !== null) {
    const azimuthDeg = DEGREES * Math.atan2(east, north) + angleSdDeg * errors[1]!;
    const tiltDeg = DEGREES * Math.atan2(up, Math.hypot(east, north)) + angleSdDeg * errors[2]!;
    all.push({ azimuthDeg, elevationDeg: Math.max(-90, Math.min(90, tiltDeg)), sdDeg: angleSdDeg });
  }
  return all;
}

/** `npm run accuracy -- rangesAndAngles --first 3101 --seeds 8`: still tags, measured once and each second. */
function main(): void {
  const { values } = parseArgs({
    options: { first: { type: "string", default: "3101" }, seeds: { type: "string", default: "8" } },
  });
  const seeds = Array.from({ length: Number(values.seeds) }, (_, nth) => Number(values.first) + nth);
  const lines = MEASURINGS.map((measuring) => {
    const cells = OFTEN.map((often) => cellsOf(measuredFigures(measuring, seeds, often), often === "once"));
    return `| ${measuring.name} | ${cells.join(" | ")} |\n`;
  });
  const head = ["", "once", "at best", "68 / 95 %", "radius"];
  for (const often of OFTEN.slice(1)) head.push(often, "at best", "68 / 95 %");
  process.stdout.write(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}\n${lines.join("")}`);
}

function cellsOf(figures: MeasuredFigures, hasRadius: boolean): string {
  const { medianM, p90M, least, within68, within95, radiusM } = figures;
  const shares = `${(100 * within68).toFixed(0)} / ${(100 * within95).toFixed(0)}`;
  const best = least ? `${least.medianM.toFixed(2)} / ${least.p90M.toFixed(2)}` : "";
  return `${medianM.toFixed(2)} / ${p90M.toFixed(2)} | ${best} | ${shares}${hasRadius ? ` | ${radiusM.toFixed(2)}` : ""}`;
}

if (import.meta.main) main();
