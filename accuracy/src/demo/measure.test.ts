import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import { expect, test } from "vitest";
import { MEASURED, measureAccuracy } from "./measure.ts";

// The demo's promise (checklist "Main job"): half of all positions within 3 m, and 95 % on the right floor.
const otherSeed = 12;
const sites = demoSites(demoWorld()).map((site) => [site.name, site] as const);

// The hospital's are measured in short.test.ts.
test.each(sites.filter(([name]) => name !== "City Hospital"))(
  "tags at %s are located near where they are and on the right floor",
  (_, site) => {
    const trilaterated = measureAccuracy({ ...MEASURED, site, mechanism: "TRILATERATED" });
    expect(trilaterated.fixes).toBeGreaterThan(site.assets.length * 10);
    expect(trilaterated.medianM).toBeLessThanOrEqual(3);
    expect(trilaterated.rightFloor).toBeGreaterThanOrEqual(0.95);
    expect(trilaterated.within95).toBeGreaterThanOrEqual(0.9);
    // This share varies by some points with the draw of the air.
    const other = measureAccuracy({ ...MEASURED, seed: otherSeed, site, mechanism: "TRILATERATED" });
    expect((trilaterated.within68 + other.within68) / 2).toBeGreaterThanOrEqual(0.6);
  },
);

test.each(sites)("anchored tags at %s are off by at most 7 m in the median, on the right floor", (_, site) => {
  const anchored = measureAccuracy({ ...MEASURED, site, mechanism: "ANCHORED" });
  expect(anchored.rightFloor).toBeGreaterThanOrEqual(0.95);
  expect(anchored.medianM).toBeLessThanOrEqual(7);
  expect(anchored.within95).toBeGreaterThanOrEqual(0.9);
});
