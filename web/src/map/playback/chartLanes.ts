import type { TrackSummary } from "./trackSummary.ts";
import type { HistoryFacts } from "./useHistoryFacts.ts";

type Lane = "inside" | "battery" | "signal" | "motion";

/** Where the lanes of a chart begin, px from its top; those without data take no room. */
export interface ChartLanes extends Record<Lane, number> {
  signalHeight: number;
  heightPx: number;
  /** The lanes with data, and the base line of their names. */
  names: readonly { lane: Lane; y: number }[];
}

/** The height of only the axis, and of what is below the lanes, px. */
const axisPx = 30;
const belowPx = 29;
const topPx = 6;
const signalHeight = 46;
/** By lane: its height with the distance to the next, and the base line of its name within it, px. */
const lanePx: Record<Lane, { height: number; name: number }> = {
  inside: { height: 28, name: 12 },
  battery: { height: 20, name: 12 },
  signal: { height: signalHeight + 10, name: signalHeight / 2 + 4 },
  motion: { height: 9, name: 8 },
};

/** The lanes of one asset's chart: only those for which there are data. `summary` null: no lanes, only the axis. */
export function chartLanes(summary: TrackSummary | null, facts: HistoryFacts): ChartLanes {
  const hasData: Record<Lane, boolean> = {
    inside: facts.stays.length > 0,
    battery: facts.telemetry.some(({ batteryLevel }) => batteryLevel !== null),
    signal: facts.sightings.length > 0,
    motion: (summary?.stretches.length ?? 0) > 0,
  };
  const tops = { inside: topPx, battery: topPx, signal: topPx, motion: topPx };
  const names: { lane: Lane; y: number }[] = [];
  let y = topPx;
  for (const lane of ["inside", "battery", "signal", "motion"] as const) {
    tops[lane] = y;
    if (summary === null || !hasData[lane]) continue;
    names.push({ lane, y: y + lanePx[lane].name });
    y += lanePx[lane].height;
  }
  return { ...tops, signalHeight, names, heightPx: names.length === 0 ? axisPx : y + belowPx };
}
