import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { expect, test } from "vitest";
import { beaconsOff } from "./beacons.ts";

test("hardly a beacon at its place is told of, and most of those that are far off are", { timeout: 60_000 }, () => {
  const [there, far] = beaconsOff(harbourWarehouse(), 1, 900, [0, 16]);
  expect(there!.beacons).toBeGreaterThan(50);
  expect(there!.told / there!.beacons).toBeLessThan(0.03);
  expect(far!.told / far!.beacons).toBeGreaterThan(0.6);
});
