import { setImmediate } from "node:timers/promises";
import type { GeofenceShape, KmlPlace } from "@pulse/contract/geofences";
import { maxFenceCorners, shapeFault } from "@pulse/geo/fenceFaults";
import { centreOf, closedRing, cornersOf, type LonLat, partsOf } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import { distanceWarning } from "./distanceWarning.ts";
import { fenceNames } from "./fenceNames.ts";
import type { KmlRing, KmlPlacemark } from "./KmlPlacemark.ts";

/** What is known of the site for which a file is read. */
export interface FenceSite {
  /** The names of geofences that it has. */
  existingNames: ReadonlySet<string>;
  /** Null: nobody has said where it is. */
  place: LatLon | null;
  floors: readonly { id: string; name: string }[];
  /** What names may have besides the usual characters. */
  nameCharacters: string;
}

interface Options extends FenceSite {
  /** The name of the one geofence, or the beginning of the names of several. */
  name?: string | undefined;
  /** Latitude and longitude were written the other way round. */
  isSwapped: boolean;
}

/**
 * What can be made of a file's places, each with the name that it would have: no two are alike, and none is taken
 * already. Several polygons of one place are the parts of one geofence, unless they touch or overlap.
 */
export async function kmlFences(placemarks: readonly KmlPlacemark[], options: Options): Promise<KmlPlace[]> {
  const found: { placemark: KmlPlacemark; shape: GeofenceShape | null; fault: Refusal | null }[] = [];
  for (const placemark of placemarks) {
    // A shape with many corners takes a moment to check.
    await setImmediate();
    for (const part of separable(placemark, options.isSwapped)) found.push({ placemark, ...part });
  }
  const fences = found.filter(({ shape }) => shape !== null);
  const names = fenceNames(
    fences.map(({ placemark }) => placemark),
    options,
  );
  let nth = 0;
  return found.map(({ placemark, shape, fault }, index): KmlPlace => {
    const folder = placemark.folders.join(" / ");
    const known = {
      writtenName: placemark.name,
      folder: folder === "" ? null : folder,
      vertices: shape === null ? placemark.parts.flat().reduce((sum, { count }) => sum + count, 0) : numCorners(shape),
    };
    if (shape === null)
      return {
        ...known,
        name: names.clean(placemark.name, index + 1),
        accepted: false,
        shape: null,
        parts: 0,
        reason: fault?.message ?? null,
        reasonCode: fault?.kind ?? null,
        suggestedFloorId: null,
        distanceM: null,
        warning: null,
        warningCode: null,
      };
    return {
      ...known,
      name: names.next(nth++),
      accepted: true,
      reason: null,
      reasonCode: null,
      shape,
      parts: partsOf(shape).length,
      suggestedFloorId: floorOf(placemark.folders, options.floors),
      ...distanceWarning(centreOf(shape), options.place),
    };
  });
}

interface Refusal {
  kind: string;
  message: string;
}
interface Found {
  shape: GeofenceShape | null;
  fault: Refusal | null;
}

/** One shape of all parts; if they may not be one, a shape of each. */
function separable(placemark: KmlPlacemark, isSwapped: boolean): readonly Found[] {
  const { kind, parts } = placemark;
  if (kind === "NetworkLink") return [refused("link", "a link to another file is not followed")];
  if (kind !== "Polygon" && kind !== "LinearRing")
    return [refused("no_ground", "a point, line or image does not enclose an area")];
  const count = parts.flat().reduce((sum, ring) => sum + Math.max(0, ring.count - 1), 0);
  if (count > maxFenceCorners) return [refused("many", `must have at most ${maxFenceCorners} corners`)];
  const rings = parts.map((part) => part.map((ring) => ringOf(ring, isSwapped)));
  const together: GeofenceShape =
    rings.length === 1 ? { type: "Polygon", coordinates: rings[0]! } : { type: "MultiPolygon", coordinates: rings };
  const fault = shapeFault(together);
  if (fault === null) return [{ shape: together, fault: null }];
  if (rings.length > 1 && (fault.kind === "overlap" || fault.kind === "crossing")) {
    const apart = rings.map((coordinates): GeofenceShape => ({ type: "Polygon", coordinates }));
    if (apart.every((shape) => shapeFault(shape) === null)) return apart.map((shape) => ({ shape, fault: null }));
  }
  return [{ shape: null, fault }];
}

/** The point that closes a ring is not one of its corners. */
const numCorners = (shape: GeofenceShape): number =>
  partsOf(shape).reduce((sum, rings) => sum + rings.reduce((more, ring) => more + cornersOf(ring).length, 0), 0);

const refused = (kind: string, message: string): Found => ({ shape: null, fault: { kind, message } });

/** A corner that is repeated counts once, and a ring that is not closed is closed, as Google Earth draws it. */
function ringOf({ corners }: KmlRing, isSwapped: boolean): LonLat[] {
  return closedRing(isSwapped ? corners.map(([lon, lat]): LonLat => [lat, lon]) : corners);
}

/** The one floor of the site that is named like a folder of the place. */
function floorOf(folders: readonly string[], floors: FenceSite["floors"]): string | null {
  const wanted = new Set(folders.map(plain));
  const [found, ...others] = floors.filter(({ name }) => wanted.has(plain(name)));
  return found !== undefined && others.length === 0 ? found.id : null;
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, " ").toLowerCase();
