import { z } from "zod";

/** Longitude and latitude, and perhaps a height, as RFC 7946 has them. */
export type GeoJsonPosition = readonly number[];
/** An outer ring and its holes. */
type Polygon = readonly (readonly GeoJsonPosition[])[];

/** A feature of a GeoJSON text. */
export interface GeoJsonFeature {
  /** The type of its geometry; null: it has none. */
  kind: string | null;
  /** The areas that it encloses; none of other geometries than polygons. */
  polygons: readonly Polygon[];
  /** The text of the first of these properties that it has, their names in any case; empty: it has none of them. */
  textOf(names: readonly string[]): string;
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

/** The properties in which programs write the name of an area, IMDF and indoor OpenStreetMap among them. */
export const geoJsonNames = ["name", "title", "label", "room", "ref", "raum", "bezeichnung", "id"] as const;

/** The features of a GeoJSON text (RFC 7946), one for a geometry alone; null: it is another text. */
export function geoJsonFeatures(text: string): GeoJsonFeature[] | null {
  const parsed = file.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { data } = parsed;
  const all = "features" in data ? data.features : "geometry" in data ? [data] : [{ properties: null, geometry: data }];
  return all.map(({ properties, geometry: shape }) => {
    const fields = new Map(Object.entries(properties ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
    return {
      kind: shape?.type ?? null,
      polygons: shape === null ? [] : polygonsOf(shape),
      textOf: (names) => {
        const texts = names
          .map((name) => fields.get(name))
          .map((value) => (isShown(value) ? String(value).trim() : ""));
        return texts.find((each) => each !== "") ?? "";
      },
    };
  });
}

const isShown = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

function polygonsOf(shape: z.output<typeof geometry>): readonly Polygon[] {
  if (!("coordinates" in shape)) return [];
  return shape.type === "Polygon" ? [shape.coordinates] : shape.coordinates;
}

/** Undefined: it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
