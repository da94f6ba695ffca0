import { MODEL } from "./modelConstants.ts";

/** AltBeacon's form of a distance curve as a customer may set it for a gateway: d = alpha · (rssi / power)^beta + gamma. */
export interface DistanceCurve {
  alpha: number;
  beta: number;
  gamma: number;
}

/**
 * How one gateway hears a tag of known strength: the log-distance path-loss model, or the customer's own curve where
 * one is set.
 */
export interface RadioModel {
  /** RSSI at 1 m, dBm. */
  powerDbm: number;
  /** Path-loss exponent n of −10·n·log₁₀ d; not used where a curve is set. */
  exponent: number;
  curve: DistanceCurve | null;
}

/**
 * RSSI (dBm) to expect at `distanceM` metres in three dimensions. The customer's curve is inverted, not used forwards,
 * since positions are solved in decibels (design: the same curve errs by 2.9 m this way and by 4.4 m in metres).
 */
export function expectedRssi(radio: RadioModel, distanceM: number): number {
  const rssi = Math.min(MODEL.maxDbm, Math.max(MODEL.minDbm, pathLossRssi(radio, distanceM)));
  // A calibration that is not a number says nothing.
  return Number.isNaN(rssi) ? MODEL.minDbm : rssi;
}

function pathLossRssi(radio: RadioModel, distanceM: number): number {
  const d = Math.max(MODEL.nearestM, distanceM);
  if (radio.curve) {
    const { alpha, beta, gamma } = radio.curve;
    return radio.powerDbm * ((Math.max(d, gamma + MODEL.nearestM) - gamma) / alpha) ** (1 / beta);
  }
  return radio.powerDbm - 10 * radio.exponent * Math.log10(d);
}

/** The distance (m) at which `rssi` (dBm) would be expected: for people to read, never to solve a position with. */
export function distanceForRssi(radio: RadioModel, rssi: number): number {
  if (radio.curve) {
    const { alpha, beta, gamma } = radio.curve;
    return Math.max(MODEL.nearestM, alpha * Math.max(0, rssi / radio.powerDbm) ** beta + gamma);
  }
  return Math.max(MODEL.nearestM, 10 ** ((radio.powerDbm - rssi) / (10 * radio.exponent)));
}

/**
 * The curve a person set for a gateway, or null. One value given completes the others from the product's defaults;
 * values no curve can have (zero, negative, not a number) count as not given.
 */
export function curveFrom(alpha: number | null, beta: number | null, gamma: number | null): DistanceCurve | null {
  const a = usable(alpha, 1e-3, 1e3);
  const b = usable(beta, 0.1, 100);
  const g = usable(gamma, -10, 10);
  if (a === null && b === null && g === null) return null;
  return { alpha: a ?? MODEL.curveAlpha, beta: b ?? MODEL.curveBeta, gamma: g ?? MODEL.curveGamma };
}

/** The value if it is within the bounds, else null. */
export function usable(value: number | null | undefined, min: number, max: number): number | null {
  return typeof value === "number" && value >= min && value <= max ? value : null;
}
