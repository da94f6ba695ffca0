import { COST } from "./costConstants.ts";
import { WINDOW } from "../window/windowConstants.ts";

/** Curves have steps of this many dB, starting from this level relative to the faintest packet. */
const STEP_DB = 0.5;
const FROM_DB = -24;
export const CURVE_SIZE = 128;
const MAX_PACKETS = 8;
/** Shadows are distinguished in steps of this many dB. */
const SHADOW_STEP_DB = 0.25;
const QUADRATURE = 12;

/** By lapse; then by the key of packets and shadows. */
const curves = new Map<number, Map<number, Float32Array>>();

/**
 * The cost (−2 log p) of a gateway hearing none of this many packets, by how far above its faintest packet it should
 * hear the tag on average, with shadows of this spread around that.
 */
export function nonDetectionCurve(packets: number, shadowSdDb: number, lapse: number): Float32Array {
  const missed = Math.max(1, Math.min(MAX_PACKETS, Math.round(packets)));
  const shadow = Math.round(shadowSdDb / SHADOW_STEP_DB);
  let ofLapse = curves.get(lapse);
  if (!ofLapse) curves.set(lapse, (ofLapse = new Map<number, Float32Array>()));
  // A number, since a text would have to be made for each gateway of each fix.
  const key = shadow * (MAX_PACKETS + 1) + missed;
  let curve = ofLapse.get(key);
  if (!curve) {
    curve = Float32Array.from(
      { length: CURVE_SIZE },
      (_, i) => -2 * Math.log(lapse + (1 - lapse) * unheard(FROM_DB + i * STEP_DB, missed, shadow * SHADOW_STEP_DB)),
    );
    ofLapse.set(key, curve);
  }
  return curve;
}

/** The index in a curve for a level above the faintest packet, limited to the curve. */
export function indexOf(aboveDb: number): number {
  const at = ((aboveDb - FROM_DB) / STEP_DB) | 0;
  return at < 0 ? 0 : at < CURVE_SIZE ? at : CURVE_SIZE - 1;
}

function unheard(aboveDb: number, packets: number, shadowSdDb: number): number {
  let sum = 0;
  let weights = 0;
  for (let i = -QUADRATURE; i <= QUADRATURE; i++) {
    const z = (3 * i) / QUADRATURE;
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
