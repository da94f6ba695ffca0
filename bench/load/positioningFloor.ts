import type { Anchor, FloorModel } from "@pulse/positioning/model/placedSite";

/** A floor of a given size with evenly spread gateways, and what they hear. Seeded, so every run is the same. */
export interface BenchFloor {
  floor: FloorModel;
  anchors: Anchor[];
}

export interface Extent {
  eastM: number;
  northM: number;
}

export function benchFloor(id: string, { eastM, northM }: Extent, gateways: number, level = 0): BenchFloor {
  const columns = Math.ceil(Math.sqrt((gateways * eastM) / northM));
  const rows = Math.ceil(gateways / columns);
  const anchors = Array.from({ length: gateways }, (_, nth): Anchor => {
    const row = Math.floor(nth / columns);
    const inRow = row === rows - 1 ? gateways - row * columns : columns;
    return {
      id: `${id}-g${nth}`,
      x: ((0.5 + (nth % columns)) * eastM) / inRow,
      y: ((0.5 + row) * northM) / rows,
      z: null,
      floor: id,
      measuredPower: null,
      alpha: null,
      beta: null,
      gamma: null,
      snapRadiusM: null,
    };
  });
  const outline = [
    { x: 0, y: 0 },
    { x: eastM, y: 0 },
    { x: eastM, y: northM },
    { x: 0, y: northM },
  ];
  return { floor: { id, level, elevationM: 4 * level, outline }, anchors };
}

/** Uniform numbers in 0…1: Marsaglia's xorshift (Journal of Statistical Software 8, 2003). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A gateway's RSSI of a tag at (x, y): n 2.5, 4 dB of scatter, dBm. */
export function heardRssi(anchor: Anchor, x: number, y: number, random: () => number): number {
  const distanceM = Math.max(1, Math.hypot(anchor.x - x, anchor.y - y, 1.3));
  const scatter = (random() + random() + random() - 1.5) * 8;
  return Math.max(-105, -59 - 25 * Math.log10(distanceM) + scatter);
}
