import type { LonLat } from "@pulse/geo/fenceShape";

/** A ring as it was written. If it has too many corners, the rest are only counted. */
export interface KmlRing {
  corners: LonLat[];
  count: number;
}

/** Something that a file places on the ground. */
export interface KmlPlacemark {
  /** The placemark's; empty: it has none. */
  name: string;
  /** The folders that it is in, from the outside in. */
  folders: readonly string[];
  /** The element: only a Polygon or a LinearRing encloses ground. */
  kind: string;
  /** Of a Polygon, or of all polygons of one placemark: the outer ring of each, and then its holes. */
  parts: KmlRing[][];
  /** Where a link leads to. */
  href: string | null;
}
