import { drawingLimits } from "@pulse/contract/drawing";
import { distanceM } from "@pulse/geo/latLon";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { Point } from "@pulse/geo/localFrame";
import { z } from "zod";

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

const rings = z.array(z.array(z.array(z.number()).min(2)));
const geometry = z.union([
  z.object({ type: z.literal("Polygon"), coordinates: rings }),
  z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(rings) }),
  z.object({ type: z.string() }),
]);
const feature = z.object({
  type: z.literal("Feature"),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: geometry.nullable(),
});
const file = z.union([
  z.object({ type: z.literal("FeatureCollection"), features: z.array(feature) }),
  feature,
  geometry,
]);
type Geometry = z.output<typeof geometry>;
type Position = readonly number[];

/** The names that programs give to these properties, IMDF and indoor OpenStreetMap among them. */
const nameFields = ["name", "title", "label", "room", "ref", "raum", "bezeichnung", "id"];
const useFields = ["kind", "use", "category", "type", "nutzung"];

/**
 * The rooms of a GeoJSON text (RFC 7946) on a plan: one of each polygon, named by its feature's properties.
 * @throws {RoomsRejection} if it has none, too many, or only such as lie outside the plan
 */
export function roomsInGeoJson(
  text: string,
  plan: Pick<PlacedPlan, "toImage" | "widthM" | "heightM" | "toLatLon">,
): FileRooms {
  const parsed = file.safeParse(jsonOf(text));
  if (!parsed.success) throw new RoomsRejection("unreadable");
  const { data } = parsed;
  const features =
    "features" in data ? data.features : "geometry" in data ? [data] : [{ properties: null, geometry: data }];
  let leftOut = 0;
  let holes = 0;
  const rooms = features.flatMap(({ properties, geometry: shape }): FileRoom[] => {
    const parts = shape === null ? [] : partsOf(shape);
    if (parts.length === 0) leftOut++;
    const texts = { name: textOf(properties, nameFields), use: textOf(properties, useFields) };
    return parts.flatMap(([outer = [], ...inner]) => {
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

function partsOf(shape: Geometry): readonly (readonly (readonly Position[])[])[] {
  if (!("coordinates" in shape)) return [];
  return shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;
}

/** A ring repeats its first position at its end; a drawn area does not. */
function withoutClosing(ring: readonly Position[]): readonly Position[] {
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

function textOf(properties: Record<string, unknown> | null | undefined, names: readonly string[]): string {
  const fields = new Map(Object.entries(properties ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const found = names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null);
  return typeof found === "string" || typeof found === "number" ? String(found).trim() : "";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new RoomsRejection("unreadable");
  }
}
