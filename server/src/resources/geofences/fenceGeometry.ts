import { AppError, type ErrorCode, errorMessage } from "@pulse/contract/errors";
import type { GeofenceChange } from "@pulse/contract/geofences";
import { circleFault, type FenceFault, shapeFault } from "@pulse/geo/fenceFaults";
import { centreOf, closedRing, type FenceShape, type LonLat } from "@pulse/geo/fenceShape";
import type { z } from "zod";
import { isSame } from "../../platform/http/staleVersion.ts";
import { verticesOf } from "./geofenceView.ts";
import type { GeofenceFields } from "./geofenceWrites.repository.ts";

/** The geometry of a fence: what it encloses. */
export type FenceGeometry = Pick<GeofenceFields, "type" | "shape" | "lat" | "lon" | "radius">;
type GeometryInput = Pick<z.output<typeof GeofenceChange>, "type" | "shape" | "vertices" | "lat" | "lon" | "radius">;

/**
 * The geometry that a body describes; what it leaves out stays as it was.
 * @throws {AppError} with every fault of a shape that encloses no ground
 */
export function geometryOf(before: FenceGeometry | null, input: GeometryInput): FenceGeometry {
  const type = input.type ?? before!.type;
  return type === "circle" ? circleOf(before, input) : polygonOf(type, before, input);
}

function circleOf(before: FenceGeometry | null, { lat, lon, radius }: GeometryInput): FenceGeometry {
  const size = radius === undefined ? (before?.radius ?? null) : radius;
  if (size === null) throw geometryFault("radius", "shape_required");
  // A polygon that becomes a circle keeps its middle.
  const centre = { lat: lat ?? before?.lat, lon: lon ?? before?.lon };
  if (centre.lat === undefined) throw geometryFault("lat", "field_required");
  if (centre.lon === undefined) throw geometryFault("lon", "field_required");
  const place = { lat: centre.lat, lon: centre.lon };
  refuse("radius", circleFault(place, size));
  return { type: "circle", shape: null, ...place, radius: size };
}

function polygonOf(type: "polygon" | "kml", before: FenceGeometry | null, input: GeometryInput): FenceGeometry {
  const sent = newShape(before, input);
  if (sent === null) {
    if (!before?.shape) throw geometryFault("vertices", "shape_required");
    // A geofence's other fields come with its geometry, and would undo their own changes.
    const { shape, lat, lon, radius } = before;
    return { type, shape, lat, lon, radius };
  }
  const shape = withoutRepeats(sent.shape);
  refuse(sent.path, shapeFault(shape));
  return { type, shape, ...centreOf(shape), radius: null };
}

/** Whichever of shape and vertices is new, since an answer that is sent back contains both. Null: neither is. */
function newShape(before: FenceGeometry | null, input: GeometryInput): { path: string; shape: FenceShape } | null {
  if (input.shape && !isEqual(input.shape, before?.shape)) return { path: "shape", shape: input.shape };
  const { vertices = [] } = input;
  if (vertices.length === 0 || (before?.shape && isEqual(vertices, verticesOf(before)))) return null;
  const ring = closedRing(vertices.map(([lat, lon]): LonLat => [lon, lat]));
  return { path: "vertices", shape: { type: "Polygon", coordinates: [ring] } };
}

/** Neither the order of corners nor their number may be overlooked. */
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Rings that were closed stay closed; the others are reported. */
function withoutRepeats(shape: FenceShape): FenceShape {
  const ringOf = (ring: LonLat[]): LonLat[] => {
    const isClosed = ring.length > 1 && isSame(ring[0], ring.at(-1));
    return isClosed ? closedRing(ring) : ring;
  };
  return shape.type === "Polygon"
    ? { type: "Polygon", coordinates: shape.coordinates.map(ringOf) }
    : { type: "MultiPolygon", coordinates: shape.coordinates.map((part) => part.map(ringOf)) };
}

function refuse(path: string, fault: FenceFault | null): void {
  if (fault !== null) throw geometryFault(path, fault.code, fault.message);
}

function geometryFault(path: string, code: ErrorCode, message = errorMessage(code)): AppError {
  return new AppError(code, { details: [{ path, code, message }] });
}
