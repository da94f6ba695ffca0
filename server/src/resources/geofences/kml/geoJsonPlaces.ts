import type { LonLat } from "@pulse/geo/fenceShape";
import { z } from "zod";
import type { KmlPlacemark } from "./KmlPlacemark.ts";
import { kmlRefused } from "./kmlRefused.ts";

const place = z.array(z.number()).min(2);
const rings = z.array(z.array(place));
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

const maxFeatures = 1000;
const maxPoints = 300_000;
const nameFields = ["name", "title", "label", "room", "raum", "bezeichnung", "id"];
const floorFields = ["folder", "floor", "level", "storey", "etage", "stockwerk", "layer"];

/**
 * The places of a GeoJSON text (RFC 7946): a feature's polygons are one place, named by its properties.
 * @throws {AppError} for another text, or one with too many places
 */
export function geoJsonPlaces(text: string): KmlPlacemark[] {
  const parsed = file.safeParse(jsonOf(text));
  if (!parsed.success) throw kmlRefused("is not GeoJSON");
  const { data } = parsed;
  const features =
    "features" in data ? data.features : "geometry" in data ? [data] : [{ properties: null, geometry: data }];
  if (features.length > maxFeatures) throw kmlRefused(`more than ${maxFeatures} places`);
  const places = features.flatMap((each) => (each.geometry === null ? [] : [placeOf(each.geometry, each.properties)]));
  const points = places.flatMap(({ parts }) => parts.flat()).reduce((sum, { count }) => sum + count, 0);
  if (points > maxPoints) throw kmlRefused(`more than ${maxPoints} points`);
  return places;
}

function placeOf(
  shape: z.output<typeof geometry>,
  properties: Record<string, unknown> | null | undefined,
): KmlPlacemark {
  const fields = new Map(Object.entries(properties ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const textOf = (names: readonly string[]): string => {
    const found = names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null);
    return typeof found === "string" || typeof found === "number" ? String(found).trim() : "";
  };
  const folder = textOf(floorFields);
  const parts = !("coordinates" in shape) ? [] : shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;
  return {
    name: textOf(nameFields),
    folders: folder === "" ? [] : [folder],
    kind: parts.length === 0 ? shape.type : "Polygon",
    parts: parts.map((part) =>
      part.map((ring) => ({ corners: ring.map(([lon, lat]): LonLat => [lon!, lat!]), count: ring.length })),
    ),
    href: null,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw kmlRefused("is not GeoJSON", error);
  }
}
