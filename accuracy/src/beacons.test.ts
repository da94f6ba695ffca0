import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { expect, test } from "vitest";
import { beaconsOff } from "./beacons.ts";

test("the drift watch reports few reference beacons that are in place, and most that are far away", () => {
  const site = harbourWarehouse();
  const assets = site.assets.filter(({ behaviour }) => behaviour.kind === "still");
  const [there, far] = beaconsOff({ ...site, assets }, 1, 600, [0, 16]);
  expect(there!.beacons).toBeGreaterThan(50);
  expect(there!.told / there!.beacons).toBeLessThan(0.03);
  expect(far!.told / far!.beacons).toBeGreaterThan(0.5);
});
