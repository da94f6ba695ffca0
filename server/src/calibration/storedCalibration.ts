import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import type { Calibration, ResidualMaps } from "@pulse/positioning/model/calibration";
import type { ResidualPoints } from "@pulse/positioning/model/residualMap";
import type { StoredCalibration } from "../adapters/database/tables/calibrations.ts";
import type { SitePlan } from "../locate/sitePlan.ts";

/** A gateway farther than this from where it was surveyed counts as another one, m. */
const movedM = 1;

/** A calibration with the present places of its gateways. */
export function toStore(calibration: Calibration, plan: SitePlan): StoredCalibration {
  return {
    calibration,
    places: Object.fromEntries(plan.anchors.map(({ id, x, y, z }) => [id, [x, y, z ?? 0] as [number, number, number]])),
    origin: plan.origin,
  };
}

/**
 * The part of a stored calibration that is still valid, in the frame of the plan: what was learned about a gateway that
 * has moved since is dropped. That the site's own pin has moved, which is the frame's origin, changes nothing.
 */
export function stillValid(stored: StoredCalibration, plan: SitePlan): Calibration {
  const { calibration, places } = movedTo(plan.origin, stored);
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

/** The same places in the frame around another origin. */
function movedTo(origin: LatLon, stored: StoredCalibration): StoredCalibration {
  const { calibration, places, origin: was = origin } = stored;
  if (was.lat === origin.lat && was.lon === origin.lon) return stored;
  const [from, to] = [localFrame(was), localFrame(origin)];
  const move = (point: Point): Point => to.toLocal(from.toLatLon(point));
  const { map } = calibration;
  return {
    calibration: map ? { ...calibration, map: mapMoved(map, move) } : calibration,
    places: mapped(places, ([x, y, z]): [number, number, number] => {
      const moved = move({ x, y });
      return [moved.x, moved.y, z];
    }),
    origin,
  };
}

function mapMoved(map: ResidualMaps, move: (point: Point) => Point): ResidualMaps {
  const pointsMoved = (points: ResidualPoints): ResidualPoints => {
    const moved = points.x.map((x, i) => move({ x, y: points.y[i]! }));
    return { ...points, x: moved.map(({ x }) => x), y: moved.map(({ y }) => y) };
  };
  return {
    ...map,
    gateways: mapped(map.gateways, pointsMoved),
    ...(map.beyond ? { beyond: mapped(map.beyond, (of) => mapped(of, pointsMoved)) } : {}),
  };
}

function mapped<T, R>(record: Record<string, T>, to: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}
