import { type GeoJsonFeature, geoJsonFeatures, geoJsonNames } from "@pulse/contract/geoJsonFile";
import type { LonLat } from "@pulse/geo/fenceShape";
import type { KmlPlacemark } from "./KmlPlacemark.ts";
import { kmlRefused } from "./kmlRefused.ts";

const maxFeatures = 1000;
const maxPoints = 300_000;
const floorFields = ["folder", "floor", "level", "storey", "etage", "stockwerk", "layer"];

/**
 * The places of a GeoJSON text (RFC 7946): a feature's polygons are one place, named by its properties.
 * @throws {AppError} for another text, or one with too many places
 */
export function geoJsonPlaces(text: string): KmlPlacemark[] {
  const features = geoJsonFeatures(text);
  if (features === null) throw kmlRefused("is not GeoJSON");
  if (features.length > maxFeatures) throw kmlRefused(`more than ${maxFeatures} places`);
  const places = features.flatMap(placeOf);
  const points = places.flatMap(({ parts }) => parts.flat()).reduce((sum, { count }) => sum + count, 0);
  if (points > maxPoints) throw kmlRefused(`more than ${maxPoints} points`);
  return places;
}

/** Empty: the feature has no geometry. */
function placeOf({ kind, polygons, textOf }: GeoJsonFeature): KmlPlacemark[] {
  if (kind === null) return [];
  const folder = textOf(floorFields);
  const parts = polygons.map((polygon) =>
    polygon.map((ring) => ({ corners: ring.map(([lon, lat]): LonLat => [lon!, lat!]), count: ring.length })),
  );
  return [
    {
      name: textOf(geoJsonNames),
      folders: folder === "" ? [] : [folder],
      kind: parts.length === 0 ? kind : "Polygon",
      parts,
      href: null,
    },
  ];
}
