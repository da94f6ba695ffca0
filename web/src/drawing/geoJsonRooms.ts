import { drawingLimits } from "@pulse/contract/drawing";
import { geoJsonFeatures, geoJsonNames, type GeoJsonPosition } from "@pulse/contract/geoJsonFile";
import { distanceM } from "@pulse/geo/latLon";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { Point } from "@pulse/geo/localFrame";

/** A room of a file: its corners on the plan, its name (empty: none), and what it is for (empty: not stated). */
interface FileRoom {
  name: string;
  use: string;
  points: readonly Point[];
}

/** What a file contains besides rooms that are taken as they are. */
interface FileRooms {
  rooms: readonly FileRoom[];
  /** Features that enclose no area. */
  leftOut: number;
  /** Rooms whose holes are left out, as rooms have none. */
  holes: number;
}

/** Why a file gives no rooms; `distanceM` of the nearest from the plan. */
export class RoomsRejection extends Error {
  override readonly name = "RoomsRejection";
  readonly reason: "unreadable" | "none" | "tooMany" | "elsewhere";
  readonly distanceM: number;

  constructor(reason: RoomsRejection["reason"], metres = 0) {
    super(reason);
    this.reason = reason;
    this.distanceM = metres;
  }
}

const useFields = ["kind", "use", "category", "type", "nutzung"];

/**
 * The rooms of a GeoJSON text (RFC 7946) on a plan: one of each polygon, named by its feature's properties.
 * @throws {RoomsRejection} if it has none, too many, or only such as lie outside the plan
 */
export function roomsInGeoJson(
  text: string,
  plan: Pick<PlacedPlan, "toImage" | "widthM" | "heightM" | "toLatLon">,
): FileRooms {
  const features = geoJsonFeatures(text);
  if (features === null) throw new RoomsRejection("unreadable");
  let leftOut = 0;
  let holes = 0;
  const rooms = features.flatMap(({ polygons, textOf }): FileRoom[] => {
    if (polygons.length === 0) leftOut++;
    const texts = { name: textOf(geoJsonNames), use: textOf(useFields) };
    return polygons.flatMap(([outer = [], ...inner]) => {
      const corners = withoutClosing(outer);
      if (corners.length < 3) leftOut++;
      else if (inner.length > 0) holes++;
      return corners.length < 3
        ? []
        : [{ ...texts, points: corners.map(([lon, lat]) => plan.toImage({ lat: lat!, lon: lon! })) }];
    });
  });
  if (rooms.length === 0) throw new RoomsRejection("none");
  if (rooms.length > drawingLimits.rooms) throw new RoomsRejection("tooMany");
  refuseElsewhere(rooms, plan);
  return { rooms: withDistinctNames(rooms), leftOut, holes };
}

/** A ring repeats its first position at its end; a drawn area does not. */
function withoutClosing(ring: readonly GeoJsonPosition[]): readonly GeoJsonPosition[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? ring.slice(0, -1) : ring;
}

function refuseElsewhere(
  rooms: readonly FileRoom[],
  { widthM, heightM, toLatLon }: Pick<PlacedPlan, "widthM" | "heightM" | "toLatLon">,
): void {
  const isOnPlan = ({ x, y }: Point): boolean => x >= 0 && y >= 0 && x <= widthM && y <= heightM;
  const corners = rooms.flatMap(({ points }) => points);
  if (corners.some(isOnPlan)) return;
  const middle = toLatLon({ x: widthM / 2, y: heightM / 2 });
  const nearest = corners.reduce((least, point) => Math.min(least, distanceM(toLatLon(point), middle)), Infinity);
  throw new RoomsRejection("elsewhere", nearest);
}

/** Rooms of one name get a number from the second on, as drawn rooms need names of their own. */
function withDistinctNames(rooms: readonly FileRoom[]): FileRoom[] {
  const counts = new Map<string, number>();
  return rooms.map((room) => {
    const nth = (counts.get(room.name) ?? 0) + 1;
    counts.set(room.name, nth);
    return room.name === "" || nth === 1 ? room : { ...room, name: `${room.name} (${nth})` };
  });
}
