import { describe, expect, test } from "vitest";
import { demoSites, demoWorld } from "../demo/world.ts";
import { measureAccuracy } from "./measure.ts";

// The demo's promise (checklist "Main job"): half of all positions within 3 m, and 95 % on the right floor. Not with the
// demo's own seeds, so that the world is not tuned to one draw of the air.
const run = { seed: 11, durationS: 60, warmUpS: 36 };
const otherSeed = 12;
/** Thousands of fixes: seconds on a busy machine. */
const SLOW_MS = 60_000;
const sites = demoSites(demoWorld());

describe.each(sites.map((site) => [site.name, site] as const))("%s", (_name, site) => {
  test(
    "tags are located near where they are and on the right floor",
    () => {
      const trilaterated = measureAccuracy({ ...run, site, mechanism: "TRILATERATED" });
      expect(trilaterated.fixes).toBeGreaterThan(site.assets.length * 10);
      expect(trilaterated.medianM).toBeLessThanOrEqual(3);
      expect(trilaterated.floorShare).toBeGreaterThanOrEqual(0.95);
      expect(trilaterated.within95).toBeGreaterThanOrEqual(0.9);
      // This share varies by some points with the draw of the air: the hospital has 60 to 69 % with seeds 11 to 14.
      const other = measureAccuracy({ ...run, seed: otherSeed, site, mechanism: "TRILATERATED" });
      expect((trilaterated.within68 + other.within68) / 2).toBeGreaterThanOrEqual(0.6);
    },
    SLOW_MS,
  );

  test(
    "anchored tags are off by at most 7 m in the median, on the right floor",
    () => {
      const anchored = measureAccuracy({ ...run, site, mechanism: "ANCHORED" });
      expect(anchored.floorShare).toBeGreaterThanOrEqual(0.95);
      expect(anchored.medianM).toBeLessThanOrEqual(7);
      expect(anchored.within95).toBeGreaterThanOrEqual(0.9);
    },
    SLOW_MS,
  );
});
