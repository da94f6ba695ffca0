import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers of the dot's filter and of smoothed history; those of its motion models are in filterParameters.ts. */
export const SMOOTH_CONSTANTS = {
  forgetS: { value: 60, unit: "s", source: "a gap this long leaves nothing known of where a tag went" },
  fastestMps: { value: 6, unit: "m/s", source: "no cart or truck indoors is faster" },
  speedSpreadMps: { value: 2, unit: "m/s", source: "most that an unknown speed counts, on an axis; notes on motion" },
  lag: { value: 0.55, unit: "1/(m² s³)", source: "a walker's dot lags more behind older, vaguer places; seeds 7201–4" },
  unfollowedMps: { value: 1.5, unit: "m/s", source: "a walker whose speed is not followed: windows are short then" },
  restDrift: { value: 0.02, unit: "1/s", source: "a tag at rest may creep: share of a fix's variance" },
  minStepS: { value: 0.1, unit: "s", source: "fixes nearer in time count as this far apart" },
  settlesStill: { value: 0.6, unit: "1/s", source: "how often a tag known to stand comes to rest" },
  settlesMoving: { value: 0.01, unit: "1/s", source: "the same of one known to move" },
  settlesUnknown: { value: 0.05, unit: "1/s", source: "the same if nothing is known" },
  startsStill: { value: 0.02, unit: "1/s", source: "how often a tag known to stand starts" },
  startsMoving: { value: 0.6, unit: "1/s", source: "the same of one known to move" },
  startsUnknown: { value: 0.1, unit: "1/s", source: "the same if nothing is known" },
  stillQ: { value: 1e-5, unit: "m²/s³", source: "acceleration of a still tag, spectral density along an axis" },
  sharedFixes: { value: 4, unit: "variances", source: "neighbouring fixes share packets and shadows; notes on motion" },
  movingQ: {
    value: 1,
    unit: "m²/s³",
    source: "of a moving one: at most 2.3 % worse than live in 72 rows of six sites",
  },
  minVarianceM2: { value: 1e-4, unit: "m²", source: "no fix is better" },
  startSpeedM2: { value: 0.25, unit: "m²/s²", source: "variance of a speed before anything is known of it" },
  verdictLagMs: { value: 20_000, unit: "ms", source: "the verdict that a tag moves comes this late at most" },
  minRadiusShare: { value: 0.25, unit: "variances", source: "smoothing leaves this much of a fix's variance" },
  roomReachSds: { value: 4, unit: "σ", source: "beyond, a normal error has 3 in 10,000" },
} satisfies Record<string, Constant>;

export const SMOOTH = valuesOf(SMOOTH_CONSTANTS);
