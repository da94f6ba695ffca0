import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers by which a posterior becomes a fix: floor, gateway, room, radius and a receiver's own position. */
export const FIX_CONSTANTS = {
  anchorLeadDb: {
    value: 4,
    unit: "dB",
    source: "another gateway takes an ANCHORED tag over: flips fall to 0–1 a minute",
  },
  anchorWindows: { value: 2, unit: "windows", source: "and for so many in a row" },

  faintFloor: {
    value: 0.05,
    unit: "amplitudes",
    source: "a floor heard so much fainter than another is not considered",
  },
  maxFloors: { value: 4, unit: "floors", source: "limit on time" },
  floorMemoryMs: { value: 3000, unit: "ms", source: "shadows last, so evidence is averaged over it; notes on floors" },
  maxFloorFixMs: { value: 1000, unit: "ms", source: "one fix counts for no longer; notes on floors" },
  maxFloorNats: { value: 8, unit: "nats", source: "no single window counts for more" },
  floorNatsPerDb: {
    value: 0.35,
    unit: "nats/dB",
    source: "models of few gateways bend to what these hear; notes on floors",
  },
  minFloorAmplitude: { value: 0.3, unit: "amplitudes", source: "a floor's gateways may be silent for a moment" },
  floorTakesOver: { value: 0.6, unit: "probability", source: "a floor this likely takes over" },
  floorCertain: { value: 0.9, unit: "probability", source: "one less likely is called uncertain" },

  roomLead: { value: 0.1, unit: "probability", source: "another room takes over, in so many fixes as the next says" },
  roomFixes: { value: 2, unit: "fixes", source: "see roomLead" },
  roomClearLead: { value: 0.6, unit: "probability", source: "another room takes over at once" },
  roomUnlikely: { value: 0.1, unit: "probability", source: "a moving tag's room is no longer named below it" },
  roomLikelyAgain: { value: 0.2, unit: "probability", source: "until it is this likely again" },
  roomTrustMoving: {
    value: 3,
    unit: "1",
    source: "power of a window's new part, moving: hospital and warehouse, two airs",
  },
  roomTrustStill: { value: 0.4, unit: "1", source: "the same at rest" },
  roomWalkM2: { value: 3, unit: "m²/s", source: "random walk of a moving tag along an axis" },
  roomRestM2: { value: 0.02, unit: "m²/s", source: "the same at rest" },
  roomAnywhere: { value: 0.003, unit: "1/s", source: "drawings and walks may not be as assumed" },
  roomForgetMs: { value: 60_000, unit: "ms", source: "what was estimated before says nothing" },
  roomMinMass: { value: 1e-4, unit: "1", source: "cells with less of the filter are let go" },
  transitM: {
    value: 3.5,
    unit: "m",
    source: "a tag has gone this far along an axis since it was heard: 1.5 m/s for 2 s",
  },
  asideM2: { value: 4, unit: "m²", source: "nobody keeps to the very line of the shortest way" },
  arrivesMs: {
    value: 5000,
    unit: "ms",
    source: "so long in a room, a tag is as likely to have arrived as to go through",
  },
  roomSourcePower: {
    value: 0.75,
    unit: "1",
    source: "windows and filter share packets: Brier scores in the notes on rooms",
  },

  innerFactor: {
    value: 0.95,
    unit: "spreads",
    source: "error at 68 % over the posterior's; an ideal one's is 1.07; this and the next five: six sites together",
  },
  outerShare: { value: 1.9, unit: "1", source: "what is beyond that at 95 %" },
  nearM2: {
    value: 2.2,
    unit: "m²",
    source: "what no gateway shows: how a tag is held, noted places; notes on the radius",
  },
  nearOuter: { value: 1.44, unit: "variances", source: "it has hardly a tail" },
  oneSidedGateways: {
    value: 25,
    unit: "gateways",
    source: "loss on one side does not average out: with so many it is as much as the rest",
  },
  movingVariance: { value: 0.6, unit: "variances", source: "the filter averages the shadows that a tag goes through" },
  movingPerMps: { value: 0.1, unit: "variances s/m", source: "less the faster it is followed; simulated carts" },
  lateVariance: { value: 3, unit: "variances", source: "late stretches are located by themselves; simulated days" },
  restsLate: { value: 1.5, unit: "variances", source: "what came to rest under late uploads is more often worn" },
  stopMps: { value: 0.13, unit: "m/s", source: "times the delay, a stop not yet reported is off; late uploads" },
  stopFade: { value: 0.3, unit: "delays", source: "within which that fades" },
  displacementShare: {
    value: 0.17,
    unit: "1",
    source: "share of what a tag may have gone that is error: its dot goes on",
  },
  lateDisplacementShare: { value: 0.5, unit: "1", source: "the same under late uploads" },
  surveyedDisplacementShare: {
    value: 0.4,
    unit: "1",
    source: "the same after a survey: learned radii include part of it",
  },
  directInner: { value: 0.93, unit: "spreads", source: "error at 68 % of ranges and angles, whose costs have tails" },
  directOuterShare: { value: 1.97, unit: "1", source: "what is beyond that at 95 %" },
  minDirectM: { value: 0.1, unit: "m", source: "no range or angle is better; as minScaleM" },
  chiSquareMs: { value: 4000, unit: "ms", source: "a circle that changes with each fix says nothing" },
  chiSquareUsual: { value: 1, unit: "residuals", source: "weight of the site's other places: 1 to 3 are as good" },
  chiSquareSpent: {
    value: 2.4,
    unit: "residuals",
    source: "a place and a strength are 3, but outline and silence limit them",
  },

  minScaleM: { value: 0.5, unit: "m", source: "scale of filter and rooms: no window's error is smaller" },
  filterGateways: { value: 12, unit: "gateways", source: "more share their shadows, for filter and rooms" },
  filterMoving: { value: 0.72, unit: "1", source: "a moving tag hears other shadows at each step" },
  filterMovingSurveyed: { value: 0.85, unit: "1", source: "the same after a survey" },
  roomInner: { value: 1.18, unit: "spreads", source: "error at 68 %, for rooms and geofences; three recordings" },
  minRoomShare: { value: 0.65, unit: "1", source: "a mild site narrows rooms' posteriors no further" },
  maxRoomShare: { value: 1.5, unit: "1", source: "a rough one widens them no further" },

  gpsBestM: { value: 3, unit: "m", source: "receivers that state less are not believed to be better" },
  gpsUnknownM: { value: 15, unit: "m", source: "of a receiver that states nothing" },
  gpsOuter: { value: 1.7, unit: "1", source: "95 % over 68 % of a normal error in a plane" },
  gpsTogetherMs: { value: 10_000, unit: "ms", source: "positions this close in time compete" },
  gpsApart: { value: 3, unit: "radii", source: "of 30,000 pairs of fixes of one place one is farther apart" },
  gpsSlowestMps: { value: 0.3, unit: "m/s", source: "slower places drift" },
  gpsFastestMps: { value: 70, unit: "m/s", source: "faster ones jump" },
  gpsLatelyMs: { value: 600_000, unit: "ms", source: "who has left a place within it may still be moving" },
  gpsRestsMs: { value: 60_000, unit: "ms", source: "who stays so long has come to rest" },
} satisfies Record<string, Constant>;

export const FIX = valuesOf(FIX_CONSTANTS);
