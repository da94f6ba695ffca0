import { riseOf } from "../model/beyondFloors.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { Direct, DirectObservation } from "../window/directMeasurements.ts";
import type { Places } from "./places.ts";
import { COST } from "./costConstants.ts";

/** Ranges and angles of a tag on one floor, and how fast the tag goes. */
export interface DirectEvidence {
  floor: PlacedFloor;
  tagHeightM: number;
  speedMps: number;
  observations: readonly DirectObservation[];
}

/** How well ranges and angles agree with each other, and how old they are. */
export interface Agreement {
  /** The variance of their residuals around a place, relative to what they state: 1 where nothing is known. */
  scatter: number;
  /** Their mean age by how much they count, s. */
  ageS: number;
}

const radians = Math.PI / 180;

/**
 * Adds what ranges and angles say to the costs of places that are squares of this side, m. Their errors have Student's t
 * distribution: echoes are too long and come from wrong directions (Lange, Little & Taylor 1989).
 */
export function addDirect(direct: DirectEvidence, sideM: number, { count, x, y, p }: Places): void {
  let product = 1;
  let variances = 1;
  const multiply = (error: number, variance: number): void => {
    product *= 1 + (error * error) / (COST.echoFreedom * variance);
    variances *= variance;
  };
  for (const run of runsOf(direct)) {
    const { anchor, share } = run[0]!;
    const riseM = riseAbove(anchor, direct);
    const spreadsM2 = run.map((observation) => spreadM2Of(observation, direct, sideM));
    for (let k = 0; k < count; k++) {
      product = 1;
      variances = 1;
      const view = viewOf(x[k]! - anchor.x, y[k]! - anchor.y, riseM);
      for (let i = 0; i < run.length; i++) compare(view, run[i]!.measured, spreadsM2[i]!, multiply);
      p[k]! += share * (Math.log(variances) + (COST.echoFreedom + 1) * Math.log(product));
    }
  }
}

/** How ranges and angles agree on a place. An echo counts for no more than it does in the costs. */
export function agreementOf(direct: DirectEvidence, x: number, y: number): Agreement {
  let [sum, count, weights, ages] = [0, 0, 0, 0];
  for (const observation of direct.observations) {
    const { anchor, measured, share, ageS } = observation;
    const view = viewOf(x - anchor.x, y - anchor.y, riseAbove(anchor, direct));
    compare(view, measured, spreadM2Of(observation, direct, 0), (error, variance, unitM) => {
      const square = (error * error) / variance;
      sum += (share * (COST.echoFreedom + 1) * square) / (COST.echoFreedom + square);
      count += share;
      const weight = share / (variance * unitM ** 2 * (COST.echoFreedom + square));
      weights += weight;
      ages += weight * ageS;
    });
  }
  return {
    scatter: (COST.usualMeasured + sum / COST.expectedSquare) / (COST.usualMeasured + Math.max(0, count - 2)),
    ageS: ages / weights,
  };
}

/** Measurements of one kind by one gateway follow each other and count alike: their logarithms are taken together. */
function runsOf({ observations }: DirectEvidence): DirectObservation[][] {
  const runs: DirectObservation[][] = [];
  for (const one of observations) {
    const first = runs.at(-1)?.[0];
    const isRepeated = first?.anchor === one.anchor && "rangeM" in first.measured === "rangeM" in one.measured;
    if (isRepeated) runs.at(-1)!.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** How far the gateway is above the tag, m. */
function riseAbove(anchor: PlacedAnchor, { floor, tagHeightM }: DirectEvidence): number {
  return anchor.z + riseOf(anchor, floor) - tagHeightM;
}

/**
 * The variance that places and motion add to a measurement, along the range or across the direction, m²: a square is not
 * a point, a mobile gateway may be elsewhere, and the tag has gone on since.
 */
function spreadM2Of({ anchor, ageS }: DirectObservation, { speedMps }: DirectEvidence, sideM: number): number {
  return sideM ** 2 / 12 + anchor.placeSdM ** 2 + (speedMps * ageS) ** 2;
}

/** A place as a gateway sees it: squared distance on the floor and in space, m², and direction, radians. */
interface View {
  flat2: number;
  far2: number;
  azimuth: number;
  elevation: number;
}

function viewOf(dx: number, dy: number, riseM: number): View {
  const flat2 = dx * dx + dy * dy;
  const far2 = flat2 + riseM * riseM;
  return { flat2, far2, azimuth: Math.atan2(dx, dy), elevation: Math.atan2(-riseM, Math.sqrt(flat2)) };
}

/**
 * Calls `each` with every error of a measurement if the tag is at that place, its variance, and how many metres there are
 * in the unit of the error: ranges are in metres, angles in radians.
 */
function compare(
  { flat2, far2, azimuth, elevation }: View,
  measured: Direct,
  spreadM2: number,
  each: (error: number, variance: number, unitM: number) => void,
): void {
  if ("rangeM" in measured) {
    each(Math.sqrt(far2) - measured.rangeM, measured.sdM ** 2 + spreadM2, 1);
    return;
  }
  const sd2 = (measured.sdDeg * radians) ** 2;
  // In a cell that a gateway is above, every direction is right.
  const acrossM2 = Math.max(flat2, spreadM2, 1e-9);
  each(turn(azimuth - measured.azimuthDeg * radians), sd2 + spreadM2 / acrossM2, Math.sqrt(acrossM2));
  if (measured.elevationDeg === null) return;
  const alongM2 = Math.max(far2, spreadM2, 1e-9);
  each(elevation - measured.elevationDeg * radians, sd2 + spreadM2 / alongM2, Math.sqrt(alongM2));
}

/** An angle between −π and π. */
function turn(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
