import { type Geofence, GeofenceBody, type GeofenceShape, type GeofenceType } from "@pulse/contract/geofences";
import { circleFault, type FenceFault, shapeFault } from "@pulse/geo/fenceFaults";
import type { z } from "zod";

/** The area of a geofence: a circle, or a shape. */
export interface Ground {
  type: GeofenceType;
  shape: GeofenceShape | null;
  /** For a circle; an empty text while not entered. */
  lat: number | string;
  lon: number | string;
  radius: number | string;
}

/** The values of a geofence's form; an empty text means none. */
export interface GeofenceValues extends Ground, Record<string, unknown> {
  name: string;
  elevationLowerBound: number | string;
  elevationUpperBound: number | string;
  floorIds: string[];
  geofenceExitTimeout: number | string;
  sensitivity: Geofence["sensitivity"];
  hiddenOnMap: boolean;
  restricted: boolean;
  /** The room whose area it has and follows; null: an area of its own. */
  roomId: string | null;
}

const nothing: GeofenceValues = {
  name: "",
  type: "polygon",
  shape: null,
  lat: "",
  lon: "",
  radius: "",
  elevationLowerBound: "",
  elevationUpperBound: "",
  floorIds: [],
  geofenceExitTimeout: "",
  sensitivity: "normal",
  hiddenOnMap: false,
  restricted: false,
  roomId: null,
};

/** The values of a geofence; null: a new one. */
export function geofenceValues(fence: Geofence | null): GeofenceValues {
  if (fence === null) return nothing;
  const { name, type, shape, floorIds, sensitivity, hiddenOnMap, restricted, roomId } = fence;
  return {
    name,
    type,
    shape,
    floorIds,
    sensitivity,
    hiddenOnMap,
    restricted,
    roomId,
    ...(fence.radius === null
      ? { lat: "", lon: "", radius: "" }
      : { lat: fence.lat, lon: fence.lon, radius: fence.radius }),
    elevationLowerBound: fence.elevationLowerBound ?? "",
    elevationUpperBound: fence.elevationUpperBound ?? "",
    geofenceExitTimeout: fence.geofenceExitTimeout ?? "",
  };
}

/** The body of the values; heights only from people who may set them. */
export function geofenceBody(values: GeofenceValues, maySetHeight: boolean): unknown {
  const { type, shape, lat, lon, radius, elevationLowerBound, elevationUpperBound, geofenceExitTimeout, ...others } =
    values;
  const ground = type === "circle" ? { lat: orNull(lat), lon: orNull(lon), radius: orNull(radius) } : { shape };
  return {
    ...others,
    type,
    ...ground,
    geofenceExitTimeout: orNull(geofenceExitTimeout),
    ...(maySetHeight
      ? { elevationLowerBound: orNull(elevationLowerBound), elevationUpperBound: orNull(elevationUpperBound) }
      : {}),
  };
}

const orNull = (value: number | string): number | string | null => (value === "" ? null : value);

/** The fault of a fence's area; null: none, or it is not complete yet. */
export function groundFault({ type, shape, lat, lon, radius }: Ground): FenceFault | null {
  if (type !== "circle") return shape === null ? null : shapeFault(shape);
  const isWhole = typeof lat === "number" && typeof lon === "number" && typeof radius === "number";
  return isWhole ? circleFault({ lat, lon }, radius) : null;
}

type Body = Partial<z.output<typeof GeofenceBody>>;
const isMissing = (value: unknown): boolean => value === null || value === undefined;

/** Rules that the contract's fields cannot express on their own, each with its path. */
const rules: readonly { path: keyof Body; code: string; isValid(body: Body): boolean }[] = [
  ...(["lat", "lon"] as const).map((path) => ({
    path,
    code: "field_required",
    isValid: (body: Body) => body.type !== "circle" || !isMissing(body[path]),
  })),
  { path: "radius", code: "shape_required", isValid: ({ type, radius }) => type !== "circle" || !isMissing(radius) },
  { path: "shape", code: "shape_required", isValid: ({ type, shape }) => type === "circle" || !isMissing(shape) },
  {
    path: "elevationLowerBound",
    code: "elevation_bound_missing",
    isValid: ({ elevationLowerBound: lower, elevationUpperBound: upper }) => !isMissing(lower) || isMissing(upper),
  },
  {
    path: "elevationUpperBound",
    code: "elevation_bound_missing",
    isValid: ({ elevationLowerBound: lower, elevationUpperBound: upper }) => isMissing(lower) || !isMissing(upper),
  },
  {
    path: "elevationLowerBound",
    code: "elevation_bounds",
    isValid: ({ elevationLowerBound: lower, elevationUpperBound: upper }) =>
      typeof lower !== "number" || typeof upper !== "number" || lower < upper,
  },
];

/** The contract's rule plus the server's other refusals, in the reader's language. All faults are reported at once. */
export function geofenceRule(messageOf: (fault: FenceFault) => string): typeof GeofenceBody {
  const when = (): boolean => true;
  const schema = rules.reduce(
    (rule, { path, code, isValid }) => rule.refine(isValid, { path: [path], params: { code }, when }),
    GeofenceBody,
  );
  return schema.superRefine(({ type, shape = null, lat, lon, radius }, context) => {
    const fault = groundFault({ type, shape, lat: lat ?? "", lon: lon ?? "", radius: radius ?? "" });
    const path = type === "circle" ? "radius" : "shape";
    if (fault !== null)
      context.addIssue({ code: "custom", path: [path], params: { code: "fence_fault" }, message: messageOf(fault) });
  });
}
