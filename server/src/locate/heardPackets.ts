import type { HeardStep } from "./pastHeard.repository.ts";

/** What was heard is kept in steps of this, ms. */
const stepMs = 10_000;
/** So many packets of a step say as much as all of them. */
const mostOfStep = 10;

/** A packet as it is told of the past: handed over when it was heard. */
export interface PastPacket {
  anchorId: string;
  rssi: number;
  isMean: true;
  atMs: number;
}

/** The packets of a step, spread over its time; a step keeps their mean, and that is what each of them says. */
export function packetsOf({ hardwareId, startMs, rssi, count }: HeardStep): PastPacket[] {
  const packets = Math.min(count, mostOfStep);
  return Array.from({ length: packets }, (_, nth) => ({
    anchorId: hardwareId,
    rssi,
    isMean: true,
    atMs: startMs + ((nth + 0.5) * stepMs) / packets,
  }));
}
