import type { MapShape, ResidualPoints } from "./residualMap.ts";

/**
 * What a site has learned about its own radio: plain data, versioned, kept with its error before and after, so that
 * going back means using an older one. Every part was adopted because it won on held-back data.
 */
export interface Calibration {
  version: number;
  /** 0 defaults, 1 from unlabelled traffic, 2 from a walk test, 3 with a residual map. */
  level: 0 | 1 | 2 | 3;
  exponent: number;
  /** Added to every gateway's power at 1 m, dB. */
  powerShiftDb: number;
  /** Standard deviation around the path-loss model that remains when packets are averaged (shadowing), dB. */
  shadowSdDb: number;
  /** Spread of the tags' own offsets around the calibration's usual tag, dB. */
  tagOffsetSdDb: number;
  /** How far each gateway hears above (+) or below (−) the path-loss model, dB, by anchor id. */
  anchorOffsetsDb: Record<string, number>;
  /** Share of the drawn walls' stated losses that applies; left out: learned without walls, and used without them. */
  wallShare?: number;
  /**
   * Error over the posterior's scale at 68 and 95 %, and χ² per degree of freedom of the measurements there (left out:
   * by an older engine, which did not note it); null: the defaults.
   */
  radius: { inner: number; outer: number; scatter?: number } | null;
  /** L3: how far each gateway hears above or below the path-loss model from place to place. */
  map?: ResidualMaps | null;
  /** Makes of tags it was surveyed with; left out: it applies to every make. */
  surveyedModels?: string[];
  /** Mean log likelihood (nats) of held-back traffic under the defaults and under this path-loss model. */
  evidence?: { windows: number; before: number; after: number } | null;
  /** From traffic: mean power at 1 m that its tags state in their adverts, dBm; left out: most of them state none. */
  statedPowerDbm?: number;
  /** From traffic: when the newest packet that it was fitted to was heard, ms. */
  fittedMs?: number;
  /** On held-back points, where there were any: the level below and this one. */
  heldBack?: { points: number; before: HeldOutError; after: HeldOutError } | null;
}

/** By anchor id, residuals at the points of its own floor; and of each other floor (by its id) where it was heard. */
export interface ResidualMaps {
  shape: MapShape;
  gateways: Record<string, ResidualPoints>;
  /** Left out: by an older engine, or each gateway was heard on its own floor only. */
  beyond?: Record<string, Record<string, ResidualPoints>>;
  /** Loss of a ceiling in the path-loss model to which the residuals of other floors are relative, dB. */
  slabDb?: number;
}

/** Horizontal error on held-back points, m. */
export interface HeldOutError {
  meanM: number;
  medianM: number;
  p90M: number;
}
