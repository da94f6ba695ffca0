import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers by which a posterior becomes a fix: floor, gateway, room, radius and a receiver's own position. */
export const FIX_CONSTANTS = {
  takeoverFixes: {
    value: 2,
    unit: "fixes",
    source: "in which the gateway of ANCHORED tags leads before it takes over",
  },
  anchorLeadDb: { value: 4, unit: "dB", source: "another gateway takes ANCHORED tags over: flips fall to 0–1 per min" },

  memoryMs: {
    value: 3000,
    unit: "ms",
    source: "shadows last: evidence and χ² are averaged over it; notes on floors, rooms",
  },
  maxFixMs: { value: 1000, unit: "ms", source: "one fix counts for no longer; notes on floors" },
  maxNats: { value: 8, unit: "nats", source: "no single window counts for more" },
  forgottenNats: { value: 0.05, unit: "nats", source: "above that least, a room is as good as never seen" },

  faintFloor: { value: 0.05, unit: "amplitudes", source: "a floor heard so much fainter than another is left out" },
  maxFloors: { value: 4, unit: "floors", source: "limit on time" },
  floorNatsPerDb: { value: 0.35, unit: "nats/dB", source: "models of few gateways bend to them; notes on floors" },
  minFloorAmplitude: { value: 0.3, unit: "amplitudes", source: "a floor's gateways may be silent for a moment" },
  floorTakesOver: { value: 0.6, unit: "probability", source: "a floor this likely takes over" },
  floorCertain: { value: 0.9, unit: "probability", source: "one less likely is called uncertain" },

  roomLead: { value: 0.1, unit: "probability", source: "another room takes over, or none" },

  innerFactor: { value: 0.95, unit: "spreads", source: "error at 68 % over the spread; with the next five: six sites" },
  outerShare: { value: 1.9, unit: "1", source: "what is beyond that at 95 %" },
  nearM2: { value: 2, unit: "m²", source: "what no gateway shows: how a tag is held, noted places; notes on radius" },
  nearOuter: { value: 1.44, unit: "variances", source: "it has hardly a tail" },
  oneSidedGateways: { value: 25, unit: "gateways", source: "of so many, loss on one side is as much as the rest" },
  movingVariance: { value: 0.6, unit: "variances", source: "the filter averages the shadows that a tag goes through" },
  movingPerMps: { value: 0.1, unit: "variances s/m", source: "less the faster it is followed; simulated carts" },
  lateVariance: { value: 3, unit: "variances", source: "late stretches are located by themselves; simulated days" },
  restsLate: { value: 1.5, unit: "variances", source: "what came to rest under late uploads is more often worn" },
  stopMps: { value: 0.13, unit: "m/s", source: "times the delay, a stop not yet reported is off; late uploads" },
  stopFade: { value: 0.3, unit: "delays", source: "within which that fades" },
  displacementShare: { value: 0.17, unit: "1", source: "of what a tag may have gone that is error: its dot goes on" },
  lateDisplacementShare: { value: 0.5, unit: "1", source: "the same under late uploads" },
  surveyedDisplacementShare: { value: 0.4, unit: "1", source: "the same after a survey: learned radii include some" },
  minDirectM: { value: 0.1, unit: "m", source: "no range or angle is better; as minScaleM" },
  chiSquareUsual: { value: 1, unit: "residuals", source: "weight of the site's other places: 1 to 3 are as good" },
  chiSquareSpent: { value: 2.4, unit: "residuals", source: "place and strength are 3; outline and silence limit them" },

  filterMoving: { value: 0.72, unit: "spreads", source: "a moving tag hears other shadows at each step" },
  minScaleM: { value: 0.5, unit: "m", source: "no window's error is smaller" },

  gpsBestM: { value: 3, unit: "m", source: "receivers that state less are not believed to be better" },
  gpsUnknownM: { value: 15, unit: "m", source: "of a receiver that states nothing" },
  gpsTogetherMs: { value: 10_000, unit: "ms", source: "positions this close in time compete" },
  gpsApart: { value: 3, unit: "radii", source: "of 30,000 pairs of fixes of one place one is farther apart" },
  gpsSlowestMps: { value: 0.3, unit: "m/s", source: "slower places drift" },
  gpsFastestMps: { value: 70, unit: "m/s", source: "faster ones jump" },
  gpsLatelyMs: { value: 600_000, unit: "ms", source: "who has left a place within it may still be moving" },
  gpsRestsMs: { value: 60_000, unit: "ms", source: "who stays so long has come to rest" },

  likelyPlaces: { value: 32, unit: "places", source: "enough to give a share to within some hundredths" },
} satisfies Record<string, Constant>;

export const FIX = valuesOf(FIX_CONSTANTS);
