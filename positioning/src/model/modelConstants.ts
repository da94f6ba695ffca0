import { type Constant, valuesOf } from "./constants.ts";

/** The numbers of a site before anything is heard: how gateways hear, how far floors reach, what walls take. */
export const MODEL_CONSTANTS = {
  powerDbm: { value: -59, unit: "dBm", source: "level of a usual tag at 1 m" },
  exponent: { value: 2.2, unit: "1", source: "path loss of a usual site; Rappaport, Wireless Communications, 4.9" },
  exponentSd: { value: 0.6, unit: "1", source: "spread of sites' exponents around it before anything is heard" },
  minExponent: { value: 1, unit: "1", source: "no site has less" },
  maxExponent: { value: 5, unit: "1", source: "no site has more" },
  shadowSdDb: { value: 4.7, unit: "dB", source: "of a window's mean around the default path-loss model" },
  tagOffsetSdDb: { value: 8, unit: "dB", source: "of a tag not known, or changed: models of tags differ by up to 17" },
  curveAlpha: { value: 0.42093, unit: "m", source: "the product's, where a customer's own curve sets others only" },
  curveBeta: { value: 6.9476, unit: "1", source: "as curveAlpha" },
  curveGamma: { value: 0.54992, unit: "m", source: "as curveAlpha" },
  minDbm: { value: -200, unit: "dBm", source: "levels beyond come only from settings" },
  maxDbm: { value: 20, unit: "dBm", source: "no receiver can report more: Bluetooth Core 5.4, Vol 4 Part E, 7.7.65.2" },
  nearestM: { value: 0.1, unit: "m", source: "antennas are not points: nearer, the path-loss model says nothing" },

  faintestDbm: { value: -85, unit: "dBm", source: "every receiver hears at least this" },

  chiSquare: { value: 0.8, unit: "1/freedom", source: "of residuals if radii are right" },
  chiSquareFreedom: { value: 60, unit: "freedom", source: "that this counts as" },

  tagHeightM: { value: 1.2, unit: "m", source: "above the floor, as tags are carried" },
  anchorHeightM: { value: 2.5, unit: "m", source: "a gateway's if nobody states it" },
  snapRadiusM: { value: 5, unit: "m", source: "default of the setting" },
  accuracyThresholdM: { value: 50, unit: "m", source: "default of the setting" },

  floorReachM: { value: 2000, unit: "m", source: "gateways of one floor are no farther from their middle" },
  yardM: { value: 100, unit: "m", source: "farther outside it is misplaced: tags inside arrive below −103 dBm" },

  maxCoordinateM: { value: 2.1e7, unit: "m", source: "no map's grid reaches farther from its origin: it is a mistake" },
  togetherM: { value: 1, unit: "m", source: "gateways or points nearer together are one place, line or wall" },
  besideLineM: { value: 5, unit: "m", source: "how far places fade beside a line of gateways, which does not show it" },
  besideWall: { value: 0.15, unit: "spacings", source: "within which places fade beyond a guessed wall" },
  besideFree: { value: 0.2, unit: "spacings", source: "where gateways stand free; of 0.05 to 0.4, six sites together" },
  wallReach: { value: 3, unit: "fades", source: "farther out, it is not part of the floor" },
  freeReach: { value: 4, unit: "fades", source: "the same beyond gateways that stand free" },

  outlineGateways: { value: 4, unit: "places", source: "fewer say little of a floor: tags are often outside 2 or 3" },

  usualCells: { value: 1000, unit: "cells", source: "of a floor: the posterior's mean is no better with more" },
  minCellM: { value: 0.25, unit: "m", source: "no cell is smaller" },
  maxCellM: { value: 1, unit: "m", source: "nor larger, but on floors of more than maxCells" },
  maxCells: { value: 16_000, unit: "cells", source: "limit on memory: 4 bytes × cells × gateways" },

  drawnM: {
    value: 0.5,
    unit: "m",
    source: "drawn by hand, things are this far from the area or wall they are in or on",
  },

  areaPoints: { value: 4, unit: "points", source: "along each axis of a cell: rooms are not much larger than cells" },
  areaGateways: { value: 0.8, unit: "1", source: "share of a floor's gateways whose areas make up all of it" },

  wallDb: { value: 3, unit: "dB", source: "plasterboard and most partitions" },
  maxWallsDb: { value: 6, unit: "dB", source: "of all walls between: the strongest path leads around them" },
  maxWallShare: { value: 2.5, unit: "1", source: "no wall takes more of its stated loss" },
  wallSquares: { value: 48, unit: "squares", source: "along the longer side of the index of walls" },

  storeyM: { value: 3.5, unit: "m", source: "floors without known heights are this far apart" },
  slabSdDb: { value: 6, unit: "dB", source: "uncertainty of a ceiling's loss, to which each further one adds" },

  slabDb: { value: 9, unit: "dB", source: "concrete takes 10 to 20 (Seidel & Rappaport 1992: 13), wood half" },
  slabObservations: { value: 300, unit: "observations", source: "that this counts as" },

  residualFixes: { value: 200, unit: "fixes", source: "over which residuals are averaged: before, none is reported" },
  suspectDb: { value: 6, unit: "dB", source: "healthy gateways stay within 1 to 4, one 12 dB deaf falls by 6 to 14" },
  residualKnownMs: { value: 5 * 60_000, unit: "ms", source: "it takes this long to know what is usual" },
  alwaysOffDb: { value: 9, unit: "dB", source: "beyond, a gateway is off even if it always was" },

  nearShare: { value: 0.7, unit: "1", source: "of unshared scatter that is fading over a step: it will be back" },
  nextVisitSdDb: { value: 1.6, unit: "dB", source: "between visits; tetam's still tags lacked 2.8 to 4.7 dB²" },
  mapLengthsM: { value: [1.7, 2.5, 3.5, 5], unit: "m", source: "tried for what places share; Rasmussen & Williams, 2" },
  mapSdsDb: { value: [2.5, 3.5, 4.5], unit: "dB", source: "the same of its spread" },
  mapNuggetsDb: { value: [1, 2, 3, 4, 5, 6], unit: "dB", source: "the same of what places do not share" },
} satisfies Record<string, Constant>;

export const MODEL = valuesOf(MODEL_CONSTANTS);
