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

export const DEFAULT_POWER_DBM = -59;
export const DEFAULT_EXPONENT = 2.2;
/** Standard deviation of sites' exponents around that before anything is heard, and the limits of exponents. */
export const EXPONENT_SD = 0.6;
export const MIN_EXPONENT = 1;
export const MAX_EXPONENT = 5;
/** Standard deviation of a window's mean around the default path-loss model, dB. */
export const DEFAULT_SHADOW_SD_DB = 4.7;
/** Tags differ by up to 17 dB between models; this is the spread while nothing is known of a tag. */
export const DEFAULT_TAG_OFFSET_SD_DB = 8;
export const DEFAULT_CURVE: DistanceCurve = { alpha: 0.42093, beta: 6.9476, gamma: 0.54992 };

/** Levels beyond these come only from a path-loss model's settings, dBm: no receiver reports them. */
const FAINTEST_DBM = -200;
const LOUDEST_DBM = 20;
/** Antennas are not points: below this distance the path-loss model says nothing, m. */
export const NEAREST_M = 0.1;
/** A curve has no value at its own gamma, so it is read from a little beyond it, m. */
const CURVE_CLEARANCE_M = 0.05;

/**
 * RSSI (dBm) to expect at `distanceM` metres in three dimensions. The customer's curve is inverted, not used forwards,
 * since positions are solved in decibels (design: the same curve errs by 2.9 m this way and by 4.4 m in metres).
 */
export function expectedRssi(radio: RadioModel, distanceM: number): number {
  const rssi = Math.min(LOUDEST_DBM, Math.max(FAINTEST_DBM, pathLossRssi(radio, distanceM)));
  // A calibration that is not a number says nothing.
  return Number.isNaN(rssi) ? FAINTEST_DBM : rssi;
}

function pathLossRssi(radio: RadioModel, distanceM: number): number {
  const d = Math.max(NEAREST_M, distanceM);
  if (radio.curve) {
    const { alpha, beta, gamma } = radio.curve;
    return radio.powerDbm * ((Math.max(d, gamma + CURVE_CLEARANCE_M) - gamma) / alpha) ** (1 / beta);
  }
  return radio.powerDbm - 10 * radio.exponent * Math.log10(d);
}

/** The distance (m) at which `rssi` (dBm) would be expected: for people to read, never to solve a position with. */
export function distanceForRssi(radio: RadioModel, rssi: number): number {
  if (radio.curve) {
    const { alpha, beta, gamma } = radio.curve;
    return Math.max(NEAREST_M, alpha * Math.max(0, rssi / radio.powerDbm) ** beta + gamma);
  }
  return Math.max(NEAREST_M, 10 ** ((radio.powerDbm - rssi) / (10 * radio.exponent)));
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
  return { alpha: a ?? DEFAULT_CURVE.alpha, beta: b ?? DEFAULT_CURVE.beta, gamma: g ?? DEFAULT_CURVE.gamma };
}

/** The value if it is within the bounds, else null. */
export function usable(value: number | null | undefined, min: number, max: number): number | null {
  return typeof value === "number" && value >= min && value <= max ? value : null;
}
