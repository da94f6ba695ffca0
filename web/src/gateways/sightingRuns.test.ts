import { expect, it } from "vitest";
import { sightingRuns } from "./sightingRuns.ts";

const heard = (trackerId: string, clock: string, rssi: number) => ({
  trackerId,
  identifierName: `Tag ${trackerId}`,
  assetId: null,
  assetName: null,
  timestamp: `2026-11-20T${clock}.000Z`,
  rssi,
  distance: -rssi / 10,
});

it("a gateway's sightings of a tracker are one run with its strongest signal, beside those of other trackers", () => {
  const runs = sightingRuns([
    heard("a", "14:00:20", -70),
    heard("b", "14:00:20", -80),
    heard("a", "14:00:10", -60),
    heard("a", "14:00:00", -65),
  ]);
  expect(runs.map(({ trackerId, rssi, distance }) => [trackerId, rssi, distance])).toEqual([
    ["a", -60, 6],
    ["b", -80, 8],
  ]);
  const [first] = runs;
  expect(first!.toMs - first!.fromMs).toBe(30_000);
});

it("a tracker that was not heard for more than two minutes begins a new run", () => {
  expect(sightingRuns([heard("a", "14:05:00", -60), heard("a", "14:00:00", -60)])).toHaveLength(2);
  expect(sightingRuns([heard("a", "14:02:00", -60), heard("a", "14:00:00", -60)])).toHaveLength(1);
});
