import { AppError, type ErrorCode, errorMessage } from "@pulse/contract/errors";
import type { GeofenceChange } from "@pulse/contract/geofences";
import { circleFault, type FenceFault, shapeFault } from "@pulse/geo/fenceFaults";
import { centreOf, closedRing, type FenceShape, type LonLat } from "@pulse/geo/fenceShape";
import type { z } from "zod";
import { isSame } from "../../platform/http/staleVersion.ts";
import { verticesOf } from "./geofenceView.ts";
import type { GeofenceFields } from "./geofenceWrites.repository.ts";

/** The ground of a fence: what it encloses. */
export type BaseContext = Pick<GeofenceFields, "type" | "shape" | "lat" | "lon" | "radius">;
type Given = Pick<z.output<typeof GeofenceChange>, "type" | "shape" | "vertices" | "lat" | "lon" | "radius">;

/**
 * The ground that a body describes; what it leaves out stays as it was.
 * @throws {AppError} with every fault of a shape that encloses no ground
 */
export function groundGiven(before: BaseContext | null, given: Given): BaseContext {
  const type = given.type ?? before!.type;
  return type === "circle" ? circleGiven(before, given) : polygonGiven(type, before, given);
}

function circleGiven(before: BaseContext | null, { lat, lon, radius }: Given): BaseContext {
  const size = radius === undefined ? (before?.radius ?? null) : radius;
  if (size === null) throw wrong("radius", "shape_required");
  // A polygon that becomes a circle keeps its middle.
  const centre = { lat: lat ?? before?.lat, lon: lon ?? before?.lon };
  if (centre.lat === undefined) throw wrong("lat", "field_required");
  if (centre.lon === undefined) throw wrong("lon", "field_required");
  const place = { lat: centre.lat, lon: centre.lon };
  refuse("radius", circleFault(place, size));
  return { type: "circle", shape: null, ...place, radius: size };
}

function polygonGiven(type: "polygon" | "kml", before: BaseContext | null, given: Given): BaseContext {
  const sent = shapeSent(before, given);
  if (sent === null) {
    if (!before?.shape) throw wrong("vertices", "shape_required");
    return { ...before, type };
  }
  const shape = withoutRepeats(sent.shape);
  refuse(sent.path, shapeFault(shape));
  return { type, shape, ...centreOf(shape), radius: null };
}

/** Whichever of shape and vertices is new, since an answer that is sent back contains both. Null: neither is. */
function shapeSent(before: BaseContext | null, given: Given): { path: string; shape: FenceShape } | null {
  if (given.shape && !isEqual(given.shape, before?.shape)) return { path: "shape", shape: given.shape };
  const { vertices = [] } = given;
  if (vertices.length === 0 || (before?.shape && isEqual(vertices, verticesOf(before)))) return null;
  const ring = closedRing(vertices.map(([lat, lon]): LonLat => [lon, lat]));
  return { path: "vertices", shape: { type: "Polygon", coordinates: [ring] } };
}

/** Neither the order of corners nor their number may be overlooked. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

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
  if (fault !== null) throw wrong(path, fault.code, fault.message);
}

function wrong(path: string, code: ErrorCode, message = errorMessage(code)): AppError {
  return new AppError(code, { details: [{ path, code, message }] });
}
