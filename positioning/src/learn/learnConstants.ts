import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers by which path-loss models, strengths of tags and the health of gateways are learned. */
export const LEARN_CONSTANTS = {
  windowsApartMs: { value: 5000, unit: "ms", source: "windows of one tag this far apart share no packets" },
  sampleNonDetecting: { value: 4, unit: "gateways", source: "silent ones that a snapshot notes" },
  sampleSize: { value: 250, unit: "snapshots", source: "that a fit takes in: some tenths of a second" },
  nextFitShare: { value: 0.5, unit: "1", source: "the next fit waits for this share more than the last one had" },
  fullSampleMs: { value: 2000, unit: "ms", source: "a full sample changes no faster: busy sites remember more" },
  fullFitMs: { value: 600_000, unit: "ms", source: "once a fit has seen a full sample the next one waits so long" },

  minGateways: { value: 4, unit: "gateways", source: "fewer show where a tag may be, and nothing about a gateway" },
  minCompared: { value: 3, unit: "gateways", source: "with fewer, there is no telling which of them has changed" },
  minObservations: { value: 25, unit: "observations", source: "fewer (sum of weights) teach nothing" },
  sameDb: { value: 3, unit: "dB", source: "levels and powers nearer than this say the same; people shift means by 2" },
  minOfFew: { value: 40, unit: "observations", source: "fewer of few gateways teach nothing" },
  offsetRounds: {
    value: 3,
    unit: "rounds",
    source: "of expectation–maximisation; gateways' offsets have settled by then",
  },
  fewGateways: { value: 8, unit: "gateways", source: "few: they need more traffic, and any swap can be explained" },
  usualTags: { value: 2, unit: "tags", source: "that the usual spread of tags counts as" },
  usualTagSdDb: { value: 4, unit: "dB", source: "that spread" },
  winErrors: { value: 1.5, unit: "standard errors", source: "by which a level has to win on held-back data" },

  wallShareSd: { value: 0.6, unit: "1", source: "prior of the share of their stated losses that walls take" },
  maxTagDb: { value: 20, unit: "dB", source: "no make of tags is farther from usual: more makes up for something" },

  gatewaySdDb: { value: 3, unit: "dB", source: "gateways of one make differ by a few dB as installed" },
  newsShare: { value: 0.5, unit: "1", source: "of a window that is news: neighbouring places share their shadows" },

  faintestDbm: { value: -96, unit: "dBm", source: "below it most gateways hear nothing" },

  evidenceCells: { value: 250, unit: "cells", source: "more tell nothing more about a path-loss model" },

  liveMs: { value: 10_000, unit: "ms", source: "live window of a surveyed point, at which a tag stood: its middle" },

  conformalPoints: { value: 20, unit: "points", source: "labelled ones, before a map or radii are derived from them" },
  liveOuter: { value: 0.93, unit: "1", source: "the filter takes off the largest errors of single windows: six sites" },
  idealPoints: { value: 30, unit: "errors", source: "that an ideal posterior's radii count as" },

  folds: { value: 8, unit: "folds", source: "of the points held back in turn: at least one in each" },

  minShadowDb2: { value: 1, unit: "dB²", source: "no fitted variance around a path-loss model is smaller" },

  maxMapPoints: { value: 150, unit: "points", source: "more of one gateway cost time and add nothing" },

  statedSdDb: { value: 6, unit: "dB", source: "error of a stated power, of a tag in a case, on a belt, at its height" },
  unknownModelShare: { value: 0.03, unit: "1", source: "how often a tag is unlike those that the site learned from" },
  maxKnownShare: { value: 0.5, unit: "1", source: "more draws foreign tags to it, less takes shadows for weak ones" },
  maxKnownShareSurveyed: { value: 0.8, unit: "1", source: "the same after a survey, whose tags somebody chose" },

  strengthApartMs: { value: 4000, unit: "ms", source: "learning of a tag waits for windows that share no packets" },
  elsewhereM: { value: 2, unit: "m", source: "a tag that has gone this far is at another place, with other shadows" },
  bestStrengthSdDb: { value: 0.7, unit: "dB", source: "a tag turns, is worn, fades: some fifteen places remembered" },
  sameModelSdDb: { value: 2, unit: "dB", source: "tags of one model differ by this, and one at other places" },
  knownSdDb: { value: 3, unit: "dB", source: "a strength known less well says little of others of its make" },

  changeSds: { value: 2, unit: "σ", source: "a strength this far from what was known is a change rather than chance" },

  makesMs: { value: 60_000, unit: "ms", source: "how often makes are learned from the tags that are heard" },

  maxSlabObservations: { value: 1000, unit: "observations", source: "a ceiling is never better known" },
  maxSlabDb: { value: 30, unit: "dB", source: "behind a ceiling that takes more nothing is heard" },

  chiSquareFreedom: { value: 3000, unit: "freedom", source: "earlier fixes give way: what stands around changes" },

  recentMs: { value: 3 * 60_000, unit: "ms", source: "memory of a recent level; before, nothing is usual" },
  usualMs: { value: 60 * 60_000, unit: "ms", source: "memory of a usual one" },
  levelMs: { value: 10_000, unit: "ms", source: "one fix counts for no longer" },

  dropDb: { value: 3, unit: "dB", source: "the most that a deaf gateway falls is 4; healthy ones stay within 2" },
  dropBackDb: { value: 1.2, unit: "dB", source: "below, it hears as before" },
  weakTimes: { value: 2, unit: "fits", source: "in a row that have to say that a gateway is weak, or no longer is" },

  weakDb: {
    value: [-8, -10, -12, -15, -18, -21, -24],
    unit: "dB",
    source: "a gateway with such an offset is weak; tried in turn",
  },
  soundDb: { value: -4, unit: "dB", source: "shadows alone make a sound one look up to this bad" },
  weakNats: { value: 4, unit: "nats", source: "how much likelier snapshots are with a weak gateway than a sound one" },
  weakIndependent: { value: 6, unit: "gateways", source: "more tell no more: bodies weaken all on one side" },

  swapApartM: { value: 3, unit: "m", source: "gateways nearer together may be exchanged without harm" },
  swapNats: { value: 10, unit: "nats", source: "by which exchanged places have to be likelier; three recordings" },
  swapPairs: { value: 2000, unit: "pairs", source: "of 64 gateways; one takes 3 ms, so a fit ends within seconds" },

  wellHeardDb: { value: 15, unit: "dB", source: "so far above the site's faintest packet, nearly all are heard" },
  missedPackets: { value: 3, unit: "packets", source: "that the gateway that hears most has in a window" },
  missedMovingMs: { value: 2000, unit: "ms", source: "how often a moving tag is noted, at another place each time" },
  missedStillMs: { value: 60_000, unit: "ms", source: "the same of a still one" },
  missedOffShare: { value: 0.4, unit: "1", source: "below, of what is usual, something is wrong; seeds 101–208" },
  missedBackShare: { value: 0.7, unit: "1", source: "above, it is right again; the same seeds" },
  missedAlwaysShare: { value: 0.15, unit: "1", source: "below, one that always missed packets hears nothing" },
  missedPlaces: { value: 4, unit: "places", source: "from which a gateway has to miss packets: a shelf may hide one" },

  shiftDb: { value: 5, unit: "dB", source: "people and doors shift the mean of some minutes by 2 to 3" },

  driftMs: { value: 10 * 60_000, unit: "ms", source: "errors of a place last for minutes: less says nothing" },
  driftFixMs: { value: 30_000, unit: "ms", source: "one fix counts for no longer" },
  driftOff: { value: 0.6, unit: "1", source: "share of the time beyond its radius from which a beacon is off" },
  driftBack: { value: 0.2, unit: "1", source: "down to which it is right again" },
} satisfies Record<string, Constant>;

export const LEARN = valuesOf(LEARN_CONSTANTS);
