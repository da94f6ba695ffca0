/** How tags of each model go and how their places err; numbers for a tag at rest, one that walks and one that is driven. */
export interface FilterParameters {
  /**
   * Growth of the variance of a walker's place, m²/s along an axis, if its speed is not followed; null: it is.
   * Places by strength err by metres, and the error changes within seconds as the tag passes other shadows. That looks
   * like a speed, so that a walker seems to go faster than it does, and elsewhere.
   */
  walkM2: number | null;
  /** Spectral density of the acceleration, m²/s³ per axis; driven, it follows the fixes almost as they come. */
  q: readonly [number, number, number];
  /** Spread of the speed of a tag that begins to move, m/s. */
  startMps: readonly [number, number, number];
  /** Fixes nearer in time than this share their packets and shadows, s: together they tell as much as one. */
  sharedS: readonly [number, number, number];
  /** No fix is less certain than this for the driven model, m². */
  largestM2: number;
  /** Fixes within this time count together as one piece of evidence for or against a model, s. */
  alikeS: number;
  /** How much of a known speed is trusted beyond the last fix. */
  ahead: readonly [number, number, number];
  /** How often a tag changes between the models that move, per second. */
  changes: number;
}

/**
 * Of a tag that is known to move, by strength. Its models compete for many seconds, since a place that is off stays off
 * for some. Chosen on seeds 7201–7204 (docs/decisions/0028-motion-of-a-tracker.md).
 */
export const STRENGTH_PARAMETERS: FilterParameters = {
  walkM2: 0.9,
  q: [0, 0, 14],
  startMps: [0, 0, 1.7],
  sharedS: [3, 0, 0.15],
  largestM2: 0.6,
  alikeS: 16,
  ahead: [0, 0, 0.9],
  changes: 0.002,
};

/** Of every other tag, and of places whose errors are independent: by ranges and angles, or from packets of their own. */
export const INDEPENDENT_PARAMETERS: FilterParameters = {
  walkM2: null,
  q: [0, 0.12, 20],
  startMps: [0, 0.8, 1.8],
  sharedS: [3, 3, 0.1],
  largestM2: 4,
  alikeS: 0,
  ahead: [0, 0.5, 0.9],
  changes: 0.06,
};
