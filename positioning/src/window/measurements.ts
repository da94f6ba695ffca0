import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";

/** Gateways beyond this many, strongest first, add nothing but their shared shadowing. */
export const MOST_GATEWAYS = 20;

/** What the gateways of one floor say of a tag at one moment: parallel arrays, used over and over. */
export interface Measurements {
  count: number;
  anchors: PlacedAnchor[];
  /** Window mean, dBm. */
  rssi: Float64Array;
  /** Packets in the window. */
  packets: Int32Array;
  /** Mean time of those packets. */
  middleMs: Float64Array;
  /** 1 / variance of the window mean around the law, dB⁻². */
  weight: Float64Array;
  /** Packet noise of the window mean, dB². */
  noise: Float64Array;
}

export function newMeasurements(size = 256): Measurements {
  return {
    count: 0,
    anchors: [],
    rssi: new Float64Array(size),
    packets: new Int32Array(size),
    middleMs: new Float64Array(size),
    weight: new Float64Array(size),
    noise: new Float64Array(size),
  };
}

/** Appends one gateway's window; beyond the arrays' size it is left out. */
export function addMeasurement(
  m: Measurements,
  anchor: PlacedAnchor,
  rssi: number,
  packets: number,
  middleMs: number,
): void {
  if (m.count === m.rssi.length) return;
  m.anchors[m.count] = anchor;
  m.rssi[m.count] = rssi;
  m.packets[m.count] = packets;
  m.middleMs[m.count] = middleMs;
  m.weight[m.count] = 1;
  m.count++;
}

/**
 * Keeps the gateways of one floor, ordered from the strongest down (equal strength by id, so that the order in which
 * they were heard changes nothing) and at most `MOST_GATEWAYS` of them.
 */
export function keepStrongestOf(m: Measurements, floor: PlacedFloor): void {
  let kept = 0;
  for (let i = 0; i < m.count; i++) {
    if (m.anchors[i]!.floor !== floor) continue;
    let at = kept++;
    const anchor = m.anchors[i]!;
    const rssi = m.rssi[i]!;
    const packets = m.packets[i]!;
    const middleMs = m.middleMs[i]!;
    const weight = m.weight[i]!;
    while (at > 0 && comesBefore(rssi, anchor.id, m.rssi[at - 1]!, m.anchors[at - 1]!.id)) {
      m.anchors[at] = m.anchors[at - 1]!;
      m.rssi[at] = m.rssi[at - 1]!;
      m.packets[at] = m.packets[at - 1]!;
      m.middleMs[at] = m.middleMs[at - 1]!;
      m.weight[at] = m.weight[at - 1]!;
      at--;
    }
    m.anchors[at] = anchor;
    m.rssi[at] = rssi;
    m.packets[at] = packets;
    m.middleMs[at] = middleMs;
    m.weight[at] = weight;
  }
  m.count = Math.min(kept, MOST_GATEWAYS);
}

function comesBefore(rssiA: number, idA: string, rssiB: number, idB: string): boolean {
  return rssiA > rssiB || (rssiA === rssiB && idA < idB);
}
