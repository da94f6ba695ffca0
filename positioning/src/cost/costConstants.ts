import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers of what packets, silence, ranges and angles say about each cell of a floor. */
export const COST_CONSTANTS = {
  temper: { value: 1.2, unit: "variances", source: "residuals share causes; chosen on tetam and uji-geo" },
  slopeDbM: { value: 0.8, unit: "dB/m", source: "level per metre between a mobile gateway and its stated place" },
  nothingCut: { value: 12, unit: "nats", source: "a block this far below the best is ignored: e⁻¹² of it" },
  fineCut: { value: 5, unit: "nats", source: "a block nearer to the best is computed cell by cell" },
  maxFineBlocks: { value: 28, unit: "blocks", source: "with more the posterior is as broad as its blocks" },
  reachM: { value: 7, unit: "m", source: "about a room: beyond, it hardly matters how far off a place is" },
  settledM: { value: 0.05, unit: "m", source: "no place needs to be known better: it ends searches" },
  reachRounds: { value: 8, unit: "rounds", source: "reweighted means have settled by then" },
  spentFreedom: { value: 3, unit: "residuals", source: "a fix's place (2) and its tag's strength (1)" },
  aliveLapse: { value: 0.1, unit: "1", source: "how often a gateway is silent for other reasons: bodies, collisions" },
  lostPackets: { value: 0.15, unit: "1", source: "a packet that is strong enough is still lost this often" },
  enoughHeard: { value: 10, unit: "gateways", source: "if more hear a tag, silent ones have nothing to add" },
  aliveMs: { value: 30_000, unit: "ms", source: "a gateway that heard some tag within this is alive" },
  maxNonDetecting: { value: 8, unit: "gateways", source: "those nearest to where a tag is heard best are enough" },
  tagsOfOneOff: { value: 6, unit: "tags", source: "a gateway that hears none of so many is off, or far away" },
  longSpans: { value: 2, unit: "windows", source: "silence needed where floors are chosen or uploads are late" },
  surePackets: { value: 2.5, unit: "packets", source: "those that hear a rare tag need so many each" },
  echoFreedom: { value: 4, unit: "1", source: "Student's t of ranges and angles: echoes are too long" },
  usualMeasured: { value: 4, unit: "measurements", source: "what a tag's scatter counts as before any is known" },
  expectedSquare: { value: 0.83, unit: "1", source: "of a normal error under these tails, by integration" },
  squareSds: { value: 1.4, unit: "σ", source: "squares this small sum a bell to a thousandth" },
  minShare: { value: 1e-3, unit: "1", source: "blocks and squares with less of the probability are dropped" },
  maxSquares: { value: 6000, unit: "squares", source: "limit on time: a place with more is so unsure that cells do" },
  maxCurvePackets: { value: 8, unit: "packets", source: "more missed ones count as so many" },
  curveReachDb: { value: 32, unit: "dB", source: "so far below and above the faintest packet it changes" },
  curveStepDb: { value: 0.5, unit: "dB", source: "resolution of that" },
} satisfies Record<string, Constant>;

export const COST = valuesOf(COST_CONSTANTS);
