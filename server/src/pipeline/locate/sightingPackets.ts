import type { SightingStep } from "./sightingSteps.repository.ts";

/** Sightings are kept in steps of this length, ms. */
const stepMs = 10_000;
/** This many packets of a step say as much as all of them. */
const maxPerStep = 10;

/** A packet of the past: it counts as handed over when it was heard. */
export interface PastPacket {
  anchorId: string;
  rssi: number;
  isMean: true;
  atMs: number;
}

/** The packets of a step, spread over its time; a step keeps only their mean, so each of them gets that. */
export function packetsOf({ gatewayId, startMs, rssi, count }: SightingStep): PastPacket[] {
  const packets = Math.min(count, maxPerStep);
  return Array.from({ length: packets }, (_, nth) => ({
    anchorId: gatewayId,
    rssi,
    isMean: true,
    atMs: startMs + ((nth + 0.5) * stepMs) / packets,
  }));
}
