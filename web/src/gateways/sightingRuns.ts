import type { HardwareAssetHistoryEntry } from "@pulse/contract/gatewayReports";

/** A stored sighting sums up this much time, ms. */
const sightingMs = 10_000;
/** After a longer silence a tracker has been out of range in between, ms. */
const silenceMs = 2 * 60_000;

/** A stretch of time in which a gateway heard a tracker. */
export interface SightingRun {
  trackerId: string;
  name: string;
  assetName: string | null;
  fromMs: number;
  toMs: number;
  /** Its strongest signal in that time, dBm, and the distance that it means, m. */
  rssi: number;
  distance: number;
}

/** A gateway's sightings, newest first, as one run for each uninterrupted time of a tracker; the last to end first. */
export function sightingRuns(sightings: readonly HardwareAssetHistoryEntry[]): SightingRun[] {
  const runs: SightingRun[] = [];
  const earliest = new Map<string, SightingRun>();
  for (const { trackerId, identifierName, assetName, timestamp, rssi, distance } of sightings) {
    const atMs = Date.parse(timestamp);
    const run = earliest.get(trackerId);
    if (run !== undefined && run.fromMs - (atMs + sightingMs) <= silenceMs) {
      run.fromMs = atMs;
      if (rssi > run.rssi) Object.assign(run, { rssi, distance });
      continue;
    }
    const started = {
      trackerId,
      name: identifierName,
      assetName,
      fromMs: atMs,
      toMs: atMs + sightingMs,
      rssi,
      distance,
    };
    earliest.set(trackerId, started);
    runs.push(started);
  }
  return runs;
}
