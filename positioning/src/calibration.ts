/** What a site has learned of its own radio, versioned; every part of it was taken because it won on held-back data. */
export interface Calibration {
  version: number;
  /** 0 defaults, 1 from unlabelled traffic, 2 from a walk test, 3 with a residual map. */
  level: 0 | 1 | 2 | 3;
  exponent: number;
  /** Added to every gateway's power at 1 m, dB. */
  powerShiftDb: number;
  /** Standard deviation of a window's mean around the law (shadowing), dB. */
  shadowSdDb: number;
  /** Spread of the tags' own offsets around the calibration's tag, dB. */
  tagOffsetSdDb: number;
  /** What each gateway hears above (+) or below (−) the law, dB, by anchor id. */
  anchorOffsetsDb: Record<string, number>;
  /** Error over the posterior's scale at 68 and 95 %; null: the defaults. */
  radius: { inner: number; outer: number } | null;
}
