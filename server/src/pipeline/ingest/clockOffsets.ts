import type { GatewayClock } from "@pulse/protocols/message";

/** Messages arrive a little late: of this many, the one that waited least shows the clock best. */
const looked = 16;
/** All zones differ from UTC by a multiple of this, ms. */
const zoneStepMs = 15 * 60_000;

export interface ClockOffsets {
  /** A message gave this time when it was `atMs` by our clock. */
  add(clock: GatewayClock, atMs: number): void;
  /** The gateway's clock minus ours, ms; null: it has given no time. */
  offsetMs(): number | null;
}

/**
 * How far a gateway's clock is off, from the latest of its messages. A clock without a zone is taken as right in any
 * zone.
 */
export function clockOffsets(): ClockOffsets {
  const latest: number[] = [];
  return {
    add: ({ ms, zoneless }, atMs) => {
      const offsetMs = ms - atMs;
      latest.push(zoneless ? offsetMs - Math.round(offsetMs / zoneStepMs) * zoneStepMs : offsetMs);
      if (latest.length > looked) latest.shift();
    },
    offsetMs: () => (latest.length === 0 ? null : Math.round(Math.max(...latest))),
  };
}
