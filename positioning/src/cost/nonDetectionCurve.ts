import { COST } from "./costConstants.ts";
import { WINDOW } from "../window/windowConstants.ts";

const { curveReachDb, curveStepDb } = COST;
const steps = (2 * curveReachDb) / curveStepDb;

/** By the key of packets and shadows: a number, since a text would have to be made for each fix. */
const curves = new Map<number, Float32Array>();

/**
 * The cost (−2 log p) of a gateway hearing none of this many packets, by how far above its faintest packet it should
 * hear the tag on average, with shadows of this spread around that.
 */
export function nonDetectionCurve(packets: number, shadowSdDb: number): Float32Array {
  const missed = Math.max(1, Math.min(COST.maxCurvePackets, Math.round(packets)));
  const shadow = Math.round(4 * shadowSdDb);
  const key = shadow * (COST.maxCurvePackets + 1) + missed;
  let curve = curves.get(key);
  if (!curve) {
    const costAt = (aboveDb: number): number =>
      -2 * Math.log(COST.aliveLapse + (1 - COST.aliveLapse) * unheard(aboveDb, missed, shadow / 4));
    curve = Float32Array.from({ length: steps }, (_, i) => costAt(i * curveStepDb - curveReachDb));
    curves.set(key, curve);
  }
  return curve;
}

/** The index in a curve for a level above the faintest packet, limited to the curve. */
export function indexOf(aboveDb: number): number {
  const at = ((aboveDb + curveReachDb) / curveStepDb) | 0;
  return at < 0 ? 0 : at < steps ? at : steps - 1;
}

/** The probability of missing all packets: the mean over the shadows, up to three standard deviations of them. */
function unheard(aboveDb: number, packets: number, shadowSdDb: number): number {
  let sum = 0;
  let weights = 0;
  for (let z = -3; z <= 3; z += 0.25) {
    const weight = Math.exp(-0.5 * z * z);
    const reception = (1 - COST.lostPackets) * normal((aboveDb + z * shadowSdDb) / WINDOW.packetSdDb);
    sum += weight * (1 - reception) ** packets;
    weights += weight;
  }
  return sum / weights;
}

/** The normal distribution function, to within 0.01 (a logistic curve). */
function normal(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}
