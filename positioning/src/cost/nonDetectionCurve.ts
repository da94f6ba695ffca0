import { COST } from "./costConstants.ts";
import { WINDOW } from "../window/windowConstants.ts";

const { curveFromDb, curveStepDb, curveSteps } = COST;

/** By the key of packets and shadows: a number, since a text would have to be made for each fix. */
const curves = new Map<number, Float32Array>();

/**
 * The cost (−2 log p) of a gateway hearing none of this many packets, by how far above its faintest packet it should
 * hear the tag on average, with shadows of this spread around that.
 */
export function nonDetectionCurve(packets: number, shadowSdDb: number): Float32Array {
  const missed = Math.max(1, Math.min(COST.maxCurvePackets, Math.round(packets)));
  const shadow = Math.round(shadowSdDb / COST.curveShadowDb);
  const key = shadow * (COST.maxCurvePackets + 1) + missed;
  let curve = curves.get(key);
  if (!curve) {
    const costAt = (aboveDb: number): number =>
      -2 * Math.log(COST.aliveLapse + (1 - COST.aliveLapse) * unheard(aboveDb, missed, shadow * COST.curveShadowDb));
    curve = Float32Array.from({ length: curveSteps }, (_, i) => costAt(curveFromDb + i * curveStepDb));
    curves.set(key, curve);
  }
  return curve;
}

/** The index in a curve for a level above the faintest packet, limited to the curve. */
export function indexOf(aboveDb: number): number {
  const at = ((aboveDb - curveFromDb) / curveStepDb) | 0;
  return at < 0 ? 0 : at < curveSteps ? at : curveSteps - 1;
}

function unheard(aboveDb: number, packets: number, shadowSdDb: number): number {
  let sum = 0;
  let weights = 0;
  for (let i = -COST.curveNodes; i <= COST.curveNodes; i++) {
    const z = (3 * i) / COST.curveNodes;
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
