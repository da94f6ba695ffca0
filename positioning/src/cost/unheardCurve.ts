import { PACKET_SD_DB } from "../window/packetMean.ts";

/** Curves are kept in steps of so many dB, from so far below the faintest packet on. */
const STEP_DB = 0.5;
const FROM_DB = -24;
const SIZE = 128;
/** A packet that is strong enough is lost this often. */
const LOST = 0.15;
const MOST_PACKETS = 8;
/** Shadows are told apart in steps of, dB. */
const SHADOW_STEP_DB = 0.25;
const QUADRATURE = 12;

const curves = new Map<string, Float32Array>();

/**
 * What it costs (−2 log p) that a gateway heard none of so many packets, by how far above its faintest packet it should
 * hear the tag on average, with shadows of that spread around that.
 */
export function unheardCurve(packets: number, shadowSdDb: number, lapse: number): Float32Array {
  const missed = Math.max(1, Math.min(MOST_PACKETS, Math.round(packets)));
  const shadow = Math.round(shadowSdDb / SHADOW_STEP_DB);
  const key = `${missed} ${shadow} ${lapse}`;
  let curve = curves.get(key);
  if (!curve) {
    curve = Float32Array.from(
      { length: SIZE },
      (_, i) => -2 * Math.log(lapse + (1 - lapse) * unheard(FROM_DB + i * STEP_DB, missed, shadow * SHADOW_STEP_DB)),
    );
    curves.set(key, curve);
  }
  return curve;
}

/** Where in a curve a level above the faintest packet is. */
export function indexOf(aboveDb: number): number {
  return Math.max(0, Math.min(SIZE - 1, (aboveDb - FROM_DB) / STEP_DB)) | 0;
}

function unheard(aboveDb: number, packets: number, shadowSdDb: number): number {
  let sum = 0;
  let weights = 0;
  for (let i = -QUADRATURE; i <= QUADRATURE; i++) {
    const z = (3 * i) / QUADRATURE;
    const weight = Math.exp(-0.5 * z * z);
    const heard = (1 - LOST) * normal((aboveDb + z * shadowSdDb) / PACKET_SD_DB);
    sum += weight * (1 - heard) ** packets;
    weights += weight;
  }
  return sum / weights;
}

/** The normal distribution function, to within 0.01 (a logistic curve). */
function normal(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}
