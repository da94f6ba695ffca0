import { setImmediate } from "node:timers/promises";
import type { GeofenceShape, KmlPlace } from "@pulse/contract/geofences";
import { maxFenceCorners, shapeFault } from "@pulse/geo/fenceFaults";
import { closedRing, cornersOf, type LonLat, partsOf } from "@pulse/geo/fenceShape";
import type { KmlRing, KmlPlacemark } from "./kmlPlacemarks.ts";

const longestName = 100;

/**
 * What can be made of a file's places, each with the name that it would have: no two are alike, and none is taken
 * already.
 */
export async function kmlFences(
  placemarks: readonly KmlPlacemark[],
  options: { name?: string | undefined; taken: ReadonlySet<string> },
): Promise<KmlPlace[]> {
  const usedNames = new Set([...options.taken].map((name) => name.toLowerCase()));
  const polygons = placemarks.filter(({ kind }) => kind === "Polygon").length;
  const places: KmlPlace[] = [];
  for (const placemark of placemarks) {
    // A shape with many corners takes a moment to check.
    await setImmediate();
    const { shape, fault } = groundOf(placemark);
    const wantedName =
      (polygons === 1 ? options.name : options.name && `${options.name} ${places.length + 1}`) ?? placemark.name;
    const name =
      fault === null
        ? freeName(nameOf(wantedName, places.length + 1), usedNames)
        : nameOf(wantedName, places.length + 1);
    if (fault === null) usedNames.add(name.toLowerCase());
    places.push({
      name,
      vertices: shape === null ? placemark.rings.reduce((sum, { count }) => sum + count, 0) : numCorners(shape),
      accepted: fault === null,
      reason: fault?.message ?? null,
      reasonCode: fault?.kind ?? null,
      shape: fault === null ? shape : null,
    });
  }
  return places;
}

interface Refusal {
  kind: string;
  message: string;
}

function groundOf({ kind, rings }: KmlPlacemark): { shape: GeofenceShape | null; fault: Refusal | null } {
  if (kind === "NetworkLink") return refused("link", "a link to another file is not followed");
  if (kind !== "Polygon") return refused("no_ground", "a point, line or image does not enclose an area");
  const count = rings.reduce((sum, ring) => sum + ring.count - 1, 0);
  if (count > maxFenceCorners) return refused("many", `must have at most ${maxFenceCorners} corners`);
  const shape: GeofenceShape = { type: "Polygon", coordinates: rings.map(ringOf) };
  const fault = shapeFault(shape);
  return { shape, fault };
}

/** The point that closes a ring is not one of its corners. */
const numCorners = (shape: GeofenceShape): number =>
  partsOf(shape).reduce((sum, rings) => sum + rings.reduce((more, ring) => more + cornersOf(ring).length, 0), 0);

const refused = (kind: string, message: string) => ({ shape: null, fault: { kind, message } });

/** A corner that is repeated counts once; the shape's rules check whether the ring is closed. */
function ringOf({ corners }: KmlRing): LonLat[] {
  const [first, last] = [corners[0], corners.at(-1)];
  const isClosed = corners.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? closedRing(corners) : corners;
}

/** A name that a geofence may have: other characters become dashes. */
function nameOf(written: string, nth: number): string {
  const name = written
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[^\p{L}\p{M}\p{Nd} ,:;'()\-_]/gu, "-")
    .trim();
  return Array.from(name).slice(0, longestName).join("").trim() || `KML ${nth}`;
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  if (!usedNames.has(name.toLowerCase())) return name;
  for (let nth = 2; ; nth++) {
    const ending = ` (${nth})`;
    const other =
      Array.from(name)
        .slice(0, longestName - ending.length)
        .join("")
        .trim() + ending;
    if (!usedNames.has(other.toLowerCase())) return other;
  }
}
