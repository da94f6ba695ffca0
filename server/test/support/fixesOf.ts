import { localFrame } from "@pulse/geo/localFrame";
import type { LocatedFix } from "../../src/platform/bus/bus.ts";
import type { TestAsset, TestSite } from "./builders.ts";

/**
 * An asset's fix x metres east and 10 m south of the site's origin, where `aGeofence` is at x = 10 with a radius of 5
 * m.
 */
export function fixOf(
  site: TestSite,
  asset: TestAsset,
  atMs: number,
  x: number,
  { moving = true, accuracyM = 1 } = {},
): LocatedFix {
  return {
    siteId: site.id,
    trackerId: asset.trackerId,
    ...localFrame(site.origin).toLatLon({ x, y: -10 }),
    fix: {
      atMs,
      x,
      y: -10,
      floor: site.floorId,
      elevationM: 1.2,
      accuracyM,
      accuracyOuterM: 2 * accuracyM,
      mechanism: "TRILATERATED",
      moving,
      nearest: null,
      shown: true,
      floorUncertain: false,
      gatewaysHeard: 4,
      room: null,
      raw: { x, y: -10, atMs, varianceM2: 1 },
    },
  };
}
