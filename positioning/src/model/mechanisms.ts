/**
 * Parts of the engine that can be left out one at a time, to measure what each is worth (`npm run accuracy -- ablate`).
 * No setting of a site or a customer leads here: only who builds a model can name them.
 */
export const MECHANISMS = [
  "censoring",
  "displayFilter",
  "foreignTags",
  "gatewayOffsets",
  "likelyPlace",
  "nonDetection",
  "selfCalibration",
  "speedWindow",
  "stillWindow",
  "tagStrength",
] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** Which mechanisms are in use. */
export type Mechanisms = Readonly<Record<Mechanism, boolean>>;

/** All mechanisms but these. */
export function mechanismsWithout(without: readonly Mechanism[]): Mechanisms {
  return Object.fromEntries(MECHANISMS.map((one) => [one, !without.includes(one)])) as Mechanisms;
}

export const ALL_MECHANISMS = mechanismsWithout([]);
