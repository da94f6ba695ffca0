import type { GeofenceShape } from "@pulse/contract/geofences";
import { closedRing, cornersOf, type LonLat, partsOf } from "@pulse/geo/fenceShape";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import { isInside } from "@pulse/geo/polygon";
import { radiusOf } from "../drawing/hit.ts";
import type { Shape } from "../drawing/sketch.ts";
import type { Ground } from "./geofenceValues.ts";

/** Converts between the world and the metres of the drawing. */
export type Sheet = Pick<PlacedPlan, "toImage" | "toLatLon">;

/** A sheet without a plan, around a place. */
export function bareSheet(around: LatLon): Sheet {
  const frame = localFrame(around);
  return {
    toImage: (at) => {
      const { x, y } = frame.toLocal(at);
      return { x, y: -y };
    },
    toLatLon: ({ x, y }) => frame.toLatLon({ x, y: -y }),
  };
}

/** A shape to draw with. */
export function drawn(key: string, kind: "fence" | "hole" | "circle", points: readonly Point[]): Shape {
  return { key, kind, id: null, points, name: "", use: "", lossDb: null };
}

/** A fence's area as shapes on a sheet. */
export function shapesOfGround({ type, shape, lat, lon, radius }: Ground, { toImage }: Sheet): Shape[] {
  if (type === "circle") {
    if (typeof lat !== "number" || typeof lon !== "number" || typeof radius !== "number") return [];
    const centre = toImage({ lat, lon });
    return [drawn("circle", "circle", [centre, { x: centre.x + radius, y: centre.y }])];
  }
  if (shape === null) return [];
  return partsOf(shape).flatMap((rings, part) =>
    rings.map((ring, nth) => {
      const points = cornersOf(ring).map(([itsLon, itsLat]) => toImage({ lat: itsLat, lon: itsLon }));
      return drawn(`${part}/${nth}`, nth === 0 ? "fence" : "hole", points);
    }),
  );
}

/** The area enclosed by shapes on a sheet; a hole belongs to the part around it. */
export function groundOfShapes(shapes: readonly Shape[], { toLatLon }: Sheet, before: Ground): Ground {
  const circle = shapes.find(({ kind }) => kind === "circle");
  if (circle !== undefined) {
    const { lat, lon } = toLatLon(circle.points[0]!);
    return { type: "circle", shape: null, lat: rounded(lat), lon: rounded(lon), radius: rounded(radiusOf(circle), 2) };
  }
  const ringOf = ({ points }: Shape): LonLat[] =>
    closedRing(
      points.map((point): LonLat => {
        const { lat, lon } = toLatLon(point);
        return [rounded(lon), rounded(lat)];
      }),
    );
  const outer = shapes.filter(({ kind }) => kind === "fence");
  const holes = Map.groupBy(
    shapes.filter(({ kind }) => kind === "hole"),
    // A hole in no part is assigned to the first one, so that the server refuses it.
    (hole) => outer.find(({ points }) => isInside(hole.points[0]!, points)) ?? outer[0],
  );
  const parts = outer.map((part) => [part, ...(holes.get(part) ?? [])].map(ringOf));
  return {
    type: before.type === "kml" ? "kml" : "polygon",
    shape: shapeOf(parts),
    lat: "",
    lon: "",
    radius: "",
  };
}

function shapeOf(parts: LonLat[][][]): GeofenceShape | null {
  const [first] = parts;
  if (first === undefined) return null;
  return parts.length === 1 ? { type: "Polygon", coordinates: first } : { type: "MultiPolygon", coordinates: parts };
}

/** By default to a tenth of a millimetre in degrees. */
function rounded(value: number, digits = 9): number {
  return Number(value.toFixed(digits));
}
