import { cellX, cellY } from "../model/floorGrid.ts";
import { riseOf } from "../model/beyondFloors.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { DirectObservation, MeasuredAngle, MeasuredRange } from "../window/directMeasurements.ts";
import { COST } from "./costConstants.ts";

/** Ranges and angles of a tag on one floor, and how fast the tag goes. */
export interface DirectEvidence {
  floor: PlacedFloor;
  tagHeightM: number;
  speedMps: number;
  observations: readonly DirectObservation[];
}

const radians = Math.PI / 180;

/**
 * Adds the evidence of ranges and angles to each cell's −2 log p. A cell is not a point: its own extent along the
 * range or across the direction, and how far the tag has gone since, widen what was measured.
 */
export function addDirect(
  direct: DirectEvidence,
  fine: boolean,
  cost: Float64Array,
  count: number,
  cells: Int32Array | null,
): void {
  const { grid } = direct.floor;
  if (!fine || !cells) {
    addDirectAt(direct, grid.cellM * grid.stride, count, grid.coarseX, grid.coarseY, cost);
    return;
  }
  const x = Float64Array.from({ length: count }, (_, k) => cellX(grid, cells[k]! % grid.columns));
  const y = Float64Array.from({ length: count }, (_, k) => cellY(grid, Math.floor(cells[k]! / grid.columns)));
  addDirectAt(direct, grid.cellM, count, x, y, cost);
}

/** The same for squares of this side (m) around points. */
export function addDirectAt(
  direct: DirectEvidence,
  sideM: number,
  count: number,
  x: Float64Array,
  y: Float64Array,
  cost: Float64Array,
): void {
  const { observations } = direct;
  for (let from = 0, to = 0; from < observations.length; from = to) {
    const first = observations[from]!;
    while (to < observations.length && isRepeated(first, observations[to]!)) to++;
    const run = observations.slice(from, to);
    const spreadsM2 = run.map(
      ({ anchor, ageS }) => sideM ** 2 / 12 + anchor.placeSdM ** 2 + (direct.speedMps * ageS) ** 2,
    );
    const riseM = first.anchor.z + riseOf(first.anchor, direct.floor) - direct.tagHeightM;
    const points = { count, x, y, cost };
    if ("rangeM" in first.measured) addRanges(run as RangeObservation[], riseM, spreadsM2, points);
    else addAngles(run as AngleObservation[], riseM, spreadsM2, points);
  }
}

type RangeObservation = DirectObservation & { measured: MeasuredRange };
type AngleObservation = DirectObservation & { measured: MeasuredAngle };

interface Points {
  count: number;
  x: Float64Array;
  y: Float64Array;
  cost: Float64Array;
}

/** Whether both are measurements of one kind by one gateway, which count alike: their logarithms are taken together. */
function isRepeated(one: DirectObservation, other: DirectObservation): boolean {
  return one.anchor === other.anchor && "rangeM" in one.measured === "rangeM" in other.measured;
}

function addRanges(
  run: readonly RangeObservation[],
  riseM: number,
  spreadsM2: readonly number[],
  points: Points,
): void {
  const { anchor, share } = run[0]!;
  const { count, x, y, cost } = points;
  const variances = run.map(({ measured }, i) => measured.sdM ** 2 + spreadsM2[i]!);
  let logs = 0;
  for (const variance of variances) logs += Math.log(variance);
  for (let k = 0; k < count; k++) {
    const dx = x[k]! - anchor.x;
    const dy = y[k]! - anchor.y;
    const farM = Math.sqrt(dx * dx + dy * dy + riseM * riseM);
    let product = 1;
    for (let i = 0; i < run.length; i++) product *= surprise(farM - run[i]!.measured.rangeM, variances[i]!);
    cost[k]! += share * (logs + (COST.echoFreedom + 1) * Math.log(product));
  }
}

function addAngles(
  run: readonly AngleObservation[],
  riseM: number,
  spreadsM2: readonly number[],
  points: Points,
): void {
  const { anchor, share } = run[0]!;
  const { count, x, y, cost } = points;
  for (let k = 0; k < count; k++) {
    const dx = x[k]! - anchor.x;
    const dy = y[k]! - anchor.y;
    const flat2 = dx * dx + dy * dy;
    const azimuth = Math.atan2(dx, dy);
    const elevation = Math.atan2(-riseM, Math.sqrt(flat2));
    let product = 1;
    let variances = 1;
    for (let i = 0; i < run.length; i++) {
      const { azimuthDeg, elevationDeg, sdDeg } = run[i]!.measured;
      const spreadM2 = spreadsM2[i]!;
      const sd2 = (sdDeg * radians) ** 2;
      // In a cell that a gateway is above, every direction is right.
      const own = sd2 + spreadM2 / Math.max(flat2, spreadM2, 1e-9);
      product *= surprise(turn(azimuth - azimuthDeg * radians), own);
      variances *= own;
      if (elevationDeg === null) continue;
      const tilt = sd2 + spreadM2 / Math.max(flat2 + riseM * riseM, spreadM2, 1e-9);
      product *= surprise(elevation - elevationDeg * radians, tilt);
      variances *= tilt;
    }
    cost[k]! += share * (Math.log(variances) + (COST.echoFreedom + 1) * Math.log(product));
  }
}

/** How much less likely an error with this variance is than none; its −2 log is this one's log, COST.echoFreedom + 1 times. */
function surprise(error: number, variance: number): number {
  return 1 + (error * error) / (COST.echoFreedom * variance);
}

/** How well ranges and angles agree with each other, and how old they are. */
export interface Agreement {
  /** The variance of their residuals around a place, relative to what they state: 1 where nothing is known. */
  scatter: number;
  /** Their mean age by how much they count, s. */
  ageS: number;
}

/** How ranges and angles agree on a place. An echo counts for no more than it does in the costs. */
export function agreementOf(direct: DirectEvidence, x: number, y: number): Agreement {
  let sum = 0;
  let count = 0;
  let weights = 0;
  let ages = 0;
  let ageS = 0;
  const add = (error: number, variance: number, share: number): void => {
    const square = (error * error) / variance;
    sum += (share * (COST.echoFreedom + 1) * square) / (COST.echoFreedom + square);
    count += share;
    const weight = share / (variance * (COST.echoFreedom + square));
    weights += weight;
    ages += weight * ageS;
  };
  for (const observation of direct.observations) {
    const { anchor, measured, share } = observation;
    ageS = observation.ageS;
    const [dx, dy] = [x - anchor.x, y - anchor.y];
    const riseM = anchor.z + riseOf(anchor, direct.floor) - direct.tagHeightM;
    const spreadM2 = anchor.placeSdM ** 2 + (direct.speedMps * ageS) ** 2;
    const flat2 = Math.max(dx * dx + dy * dy, 1e-9);
    if ("rangeM" in measured) {
      add(Math.sqrt(flat2 + riseM * riseM) - measured.rangeM, measured.sdM ** 2 + spreadM2, share);
      continue;
    }
    const sd2 = (measured.sdDeg * radians) ** 2;
    // In metres, as ranges are.
    const error = turn(Math.atan2(dx, dy) - measured.azimuthDeg * radians) * Math.sqrt(flat2);
    add(error, sd2 * flat2 + spreadM2, share);
    if (measured.elevationDeg === null) continue;
    const tilt = Math.atan2(-riseM, Math.sqrt(flat2)) - measured.elevationDeg * radians;
    const far2 = flat2 + riseM * riseM;
    add(tilt * Math.sqrt(far2), sd2 * far2 + spreadM2, share);
  }
  return {
    scatter: (COST.usualMeasured + sum / COST.expectedSquare) / (COST.usualMeasured + Math.max(0, count - 2)),
    ageS: ages / weights,
  };
}

/** An angle between −π and π. */
function turn(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
