import { cholesky, solveLower, solveUpper } from "./cholesky.ts";
import { MODEL } from "./modelConstants.ts";

/**
 * How far a gateway heard above or below the path-loss model at surveyed points. Metres and dB; arrays of one length.
 */
export interface ResidualPoints {
  x: number[];
  y: number[];
  residualDb: number[];
  /** Variance of packet noise at each point, dB². */
  noiseDb2: number[];
}

/** A Gaussian process over a floor: Matérn 3/2 of this length and spread, and scatter a point shares with no other. */
export interface MapShape {
  lengthM: number;
  sdDb: number;
  nuggetSdDb: number;
}

export interface ResidualMap {
  /** Mean residual at a place, dB. */
  mean(x: number, y: number): number;
  /** Variance around it of the level heard there at another time, dB². */
  variance(x: number, y: number): number;
  /** Log probability of the points themselves under the shape (nats). */
  logEvidence: number;
}

/**
 * The residual map of one gateway: Gaussian-process regression (Rasmussen & Williams 2006, algorithm 2.1). Null where
 * there are no points or the matrix is singular.
 * @param levelSdDb standard deviation of an error that all its residuals share, dB
 */
export function residualMap(points: ResidualPoints, shape: MapShape, levelSdDb = 0): ResidualMap | null {
  const n = points.x.length;
  if (n === 0) return null;
  const nugget = (1 - MODEL.nearShare) * shape.nuggetSdDb ** 2;
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const d = Math.hypot(points.x[i]! - points.x[j]!, points.y[i]! - points.y[j]!);
      l[i * n + j] = correlated(d, shape) + levelSdDb ** 2 + (i === j ? nugget + points.noiseDb2[i]! : 0);
    }
  }
  if (!cholesky(l, n)) return null;
  const alpha = Float64Array.from(points.residualDb);
  solveLower(l, n, alpha);
  let logEvidence = -0.5 * n * Math.log(2 * Math.PI);
  for (let i = 0; i < n; i++) logEvidence -= 0.5 * alpha[i]! ** 2 + Math.log(l[i * n + i]!);
  solveUpper(l, n, alpha);
  const k = new Float64Array(n);
  return {
    logEvidence,
    mean(x, y) {
      let mean = 0;
      for (let i = 0; i < n; i++) mean += (covariance(points, i, x, y, shape) + levelSdDb ** 2) * alpha[i]!;
      return mean;
    },
    variance(x, y) {
      for (let i = 0; i < n; i++) k[i] = covariance(points, i, x, y, shape) + levelSdDb ** 2;
      solveLower(l, n, k);
      let known = 0;
      for (let i = 0; i < n; i++) known += k[i]! ** 2;
      return Math.max(0, correlated(0, shape) + levelSdDb ** 2 - known) + nugget + MODEL.nextVisitSdDb ** 2;
    },
  };
}

function covariance(points: ResidualPoints, i: number, x: number, y: number, shape: MapShape): number {
  return correlated(Math.hypot(points.x[i]! - x, points.y[i]! - y), shape);
}

/** Covariance of the residuals of two places this far apart, dB². */
function correlated(distanceM: number, shape: MapShape): number {
  const near = MODEL.nearShare * shape.nuggetSdDb ** 2 * matern(distanceM / MODEL.togetherM);
  return shape.sdDb ** 2 * matern(distanceM / shape.lengthM) + near;
}

function matern(distance: number): number {
  const r = Math.sqrt(3) * distance;
  return (1 + r) * Math.exp(-r);
}

/** The shape under which all gateways' residuals are likeliest; one for the site, since each gateway has few points. */
export function fitMapShape(gateways: readonly ResidualPoints[]): MapShape {
  let best: MapShape = { lengthM: 2.5, sdDb: 3.5, nuggetSdDb: 2 };
  let bestEvidence = -Infinity;
  for (const lengthM of MODEL.mapLengthsM) {
    for (const sdDb of MODEL.mapSdsDb) {
      for (const nuggetSdDb of MODEL.mapNuggetsDb) {
        const shape = { lengthM, sdDb, nuggetSdDb };
        let evidence = 0;
        for (const points of gateways) evidence += residualMap(points, shape)?.logEvidence ?? 0;
        if (evidence > bestEvidence) {
          bestEvidence = evidence;
          best = shape;
        }
      }
    }
  }
  return best;
}
