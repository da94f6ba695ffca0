import type { Anchor, FloorModel } from "@pulse/positioning/model/siteModel";
import { seeded, type Random } from "./random.ts";

/** A made-up site whose radio the engine does not know. Metres, dB, seconds. */
export interface RadioWorld {
  anchors: Anchor[];
  floors: FloorModel[];
  /** What gateway `anchor` would hear of a usual tag at a place, averaged over packets, dBm; null: too faint. */
  meanRssi(anchor: Anchor, tag: Place): number;
  /** One packet of it; null where it was lost. */
  packet(anchor: Anchor, tag: Place, offsetDb: number, atMs: number): number | null;
}

export interface Place {
  x: number;
  y: number;
  floor: string;
}

export interface RadioTruth {
  exponent: number;
  powerDbm: number;
  /** Shadowing: spread and how far it reaches. */
  shadowSdDb: number;
  shadowLengthM: number;
  /** Gateways differ by this much as they hang. */
  gatewaySdDb: number;
  packetSdDb: number;
  /** Share of packets that meet a body, and what it takes. */
  bodyShare: number;
  bodyDb: number;
  lostShare: number;
  slabDb: number;
  /** Nothing weaker is heard, dBm. */
  faintestDbm: number;
}

export const USUAL_TRUTH: RadioTruth = {
  exponent: 2.7,
  powerDbm: -62,
  shadowSdDb: 4.5,
  shadowLengthM: 3,
  gatewaySdDb: 2,
  packetSdDb: 3.8,
  bodyShare: 0.15,
  bodyDb: 6,
  lostShare: 0.15,
  slabDb: 15,
  faintestDbm: -98,
};

/** What happens to one gateway while the run goes on. */
export interface Mishap {
  anchorId: string;
  fromMs: number;
  /** Heard weaker by this, dB; Infinity: not at all. */
  deafDb: number;
}

/** Heights of a gateway and of a tag that is carried, m. */
const TAG_Z_M = 1.1;
const WAVES = 24;

export function radioWorld(
  anchors: Anchor[],
  floors: FloorModel[],
  truth: RadioTruth,
  seed: number,
  mishaps: readonly Mishap[] = [],
  hung: ReadonlyMap<string, { x: number; y: number }> = new Map(),
): RadioWorld {
  const random = seeded(seed);
  const fields = new Map(anchors.map(({ id }) => [id, shadowField(truth, random)]));
  const offsets = new Map(anchors.map(({ id }) => [id, truth.gatewaySdDb * random.normal()]));
  const levels = new Map(floors.map(({ id, level }) => [id, level]));
  const meanRssi = (anchor: Anchor, tag: Place): number => {
    // Where it hangs may not be where it is said to hang.
    const at = hung.get(anchor.id) ?? anchor;
    const storeys = Math.abs(levels.get(anchor.floor)! - levels.get(tag.floor)!);
    const d = Math.hypot(at.x - tag.x, at.y - tag.y, (anchor.z ?? 2.5) - TAG_Z_M + 3.5 * storeys);
    const law = truth.powerDbm - 10 * truth.exponent * Math.log10(Math.max(0.3, d));
    return law + offsets.get(anchor.id)! + fields.get(anchor.id)!(tag.x, tag.y) - truth.slabDb * storeys;
  };
  return {
    anchors,
    floors,
    meanRssi,
    packet(anchor, tag, offsetDb, atMs) {
      const lost = random.next() < truth.lostShare;
      const body = random.next() < truth.bodyShare ? truth.bodyDb : 0;
      const noise = truth.packetSdDb * random.normal();
      const mishap = mishaps.find(({ anchorId, fromMs }) => anchorId === anchor.id && atMs >= fromMs);
      const rssi = meanRssi(anchor, tag) + offsetDb + noise - body - (mishap?.deafDb ?? 0);
      return lost || rssi < truth.faintestDbm ? null : Math.round(rssi);
    },
  };
}

/** A Gaussian field of given spread and reach, as a sum of waves in random directions. */
function shadowField({ shadowSdDb, shadowLengthM }: RadioTruth, random: Random): (x: number, y: number) => number {
  const waves = Array.from({ length: WAVES }, () => {
    const angle = 2 * Math.PI * random.next();
    const k = Math.abs(random.normal()) / shadowLengthM + 0.3 / shadowLengthM;
    return { kx: k * Math.cos(angle), ky: k * Math.sin(angle), phase: 2 * Math.PI * random.next() };
  });
  const scale = shadowSdDb * Math.sqrt(2 / WAVES);
  return (x, y) => scale * waves.reduce((sum, { kx, ky, phase }) => sum + Math.cos(kx * x + ky * y + phase), 0);
}
