import type { Calibration, ResidualMaps } from "@pulse/positioning/model/calibration";
import type { StoredCalibration } from "../adapters/database/tables/calibrations.ts";
import type { SitePlan } from "../locate/sitePlan.ts";

/** A gateway farther than this from where it was surveyed counts as another one, m. */
const movedM = 1;

/** A calibration with the present places of its gateways. */
export function toStore(calibration: Calibration, plan: SitePlan): StoredCalibration {
  return {
    calibration,
    places: Object.fromEntries(plan.anchors.map(({ id, x, y, z }) => [id, [x, y, z ?? 0] as [number, number, number]])),
  };
}

/**
 * The part of a stored calibration that is still valid: what was learned about a gateway that has moved since is
 * dropped.
 */
export function stillValid({ calibration, places }: StoredCalibration, plan: SitePlan): Calibration {
  const moved = new Set(
    plan.anchors
      .filter(({ id, x, y, z }) => {
        const [wasX, wasY, wasZ] = places[id] ?? [Infinity, 0, 0];
        return !(Math.hypot(x - wasX, y - wasY, (z ?? 0) - wasZ) <= movedM);
      })
      .map(({ id }) => id),
  );
  const without = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => !moved.has(id)));
  const { map } = calibration;
  const beyondWithout = ({ beyond }: ResidualMaps): Pick<ResidualMaps, "beyond"> =>
    beyond ? { beyond: without(beyond) } : {};
  return {
    ...calibration,
    anchorOffsetsDb: without(calibration.anchorOffsetsDb),
    ...(map ? { map: { ...map, gateways: without(map.gateways), ...beyondWithout(map) } } : {}),
  };
}
