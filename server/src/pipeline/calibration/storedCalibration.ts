import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import type { Calibration, ResidualMaps } from "@pulse/positioning/model/calibration";
import type { ResidualPoints } from "@pulse/positioning/model/residualMap";
import type { StoredCalibration, StoredPlaces } from "../../platform/database/tables/calibrations.ts";
import type { SitePlan } from "../locate/sitePlan.ts";

/** A gateway farther than this from where it was surveyed counts as another one, m. */
const movedM = 1;

/** The part of a site's plan that says where its gateways are. */
type Placed = Pick<SitePlan, "anchors" | "origin">;

/** A calibration with the present places of its gateways. */
export function toStore(calibration: Calibration, plan: SitePlan): StoredCalibration {
  return { calibration, ...placesIn(plan) };
}

/** Where the gateways are now. */
export function placesIn({ anchors, origin }: Placed): StoredPlaces {
  return { places: Object.fromEntries(anchors.map(({ id, x, y, z, floor }) => [id, [x, y, z ?? 0, floor]])), origin };
}

/** The gateways that are no longer where they were, or whose place was not known. */
export function movedSince({ places, origin }: StoredPlaces, plan: Placed): ReadonlySet<string> {
  const present = mover(origin, plan);
  const moved = plan.anchors.filter(({ id, x, y, z, floor }) => {
    const [wasX, wasY, wasZ, wasOn = floor] = places[id] ?? [Infinity, 0, 0];
    const was = present({ x: wasX, y: wasY });
    return wasOn !== floor || !(Math.hypot(x - was.x, y - was.y, (z ?? 0) - wasZ) <= movedM);
  });
  return new Set(moved.map(({ id }) => id));
}

/**
 * The part of a stored calibration that is still valid, in the frame of the plan: what was learned about a gateway that
 * has moved since is dropped. That the site's own pin has moved, which is the frame's origin, changes nothing.
 */
export function validCalibration(stored: StoredCalibration, plan: Placed): Calibration {
  const moved = movedSince(stored, plan);
  const without = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => !moved.has(id)));
  const { calibration } = stored;
  const map = calibration.map && mapMoved(calibration.map, mover(stored.origin, plan));
  const beyondWithout = ({ beyond }: ResidualMaps): Pick<ResidualMaps, "beyond"> =>
    beyond ? { beyond: without(beyond) } : {};
  return {
    ...calibration,
    anchorOffsetsDb: without(calibration.anchorOffsetsDb),
    ...(map ? { map: { ...map, gateways: without(map.gateways), ...beyondWithout(map) } } : {}),
  };
}

/** Converts points from the frame around an earlier origin to the plan's. */
function mover(was: LatLon | undefined, { origin }: Placed): (point: Point) => Point {
  if (!was || (was.lat === origin.lat && was.lon === origin.lon)) return (point) => point;
  const [from, to] = [localFrame(was), localFrame(origin)];
  return (point) => to.toLocal(from.toLatLon(point));
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
