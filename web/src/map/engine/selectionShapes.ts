import type { Feature } from "geojson";
import type { LatLon } from "@pulse/geo/latLon";
import type { PlacedAsset } from "../../live/liveStore.ts";
import { identifierOf } from "../assetRows.ts";
import type { SpriteImages } from "../sprites/spriteImages.ts";
import { isLow, puckState } from "./markerFeatures.ts";
import { groundCircle } from "./planGeometry.ts";
import type { MarkerScale } from "./scale.ts";

export interface SelectionView {
  sprites: SpriteImages;
  scale: MarkerScale;
  bearingDeg: number;
  nowMs: number;
  /** A distance as it is written: "11.5 m". */
  distanceText(metres: number): string;
}

const point = (at: LatLon, properties: Record<string, unknown>): Feature => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [at.lon, at.lat] },
  properties: { kind: "selected", ...properties },
});

/** The selected marker with its tag, and the pill on the line to its nearest gateway. */
export function selectionFeatures(
  asset: PlacedAsset,
  at: LatLon,
  nearest: LatLon | null,
  view: SelectionView,
): Feature[] {
  const radiusPx = view.scale === "named" ? 16 : 14;
  const marker = view.sprites.marker({
    state: puckState(asset, view.nowMs),
    type: asset.type,
    radiusPx,
    headingDeg: asset.headingDeg === null ? null : asset.headingDeg - view.bearingDeg,
    isLow: isLow(asset),
    isSelected: true,
  });
  const features = [
    point(at, { icon: view.sprites.tag(identifierOf(asset.name, asset.type)), offset: [0, radiusPx + 19], order: 1 }),
    point(at, { icon: marker, offset: [0, 0], order: 2 }),
  ];
  if (nearest !== null && asset.nearestHardwareDis !== null) {
    const middle = { lat: (at.lat + nearest.lat) / 2, lon: (at.lon + nearest.lon) / 2 };
    const text = view.distanceText(asset.nearestHardwareDis);
    features.unshift(point(middle, { icon: view.sprites.pill(text), offset: [0, 0], order: 0 }));
  }
  return features;
}

/** The circle that holds the truth with 68 %, for each of these places. */
export function confidenceFeatures(things: readonly { at: LatLon; radiusM: number | null }[]): Feature[] {
  return things.flatMap(({ at, radiusM }): Feature[] =>
    radiusM === null || radiusM <= 0
      ? []
      : [
          {
            type: "Feature",
            geometry: { type: "Polygon", coordinates: [groundCircle(at, radiusM)] },
            properties: { kind: "confidence", radius: radiusM },
          },
        ],
  );
}

/** The line from a thing to the gateway that hears it best. */
export function nearestLine(at: LatLon, nearest: LatLon): Feature {
  const coordinates = [
    [nearest.lon, nearest.lat],
    [at.lon, at.lat],
  ];
  return { type: "Feature", properties: { kind: "nearest" }, geometry: { type: "LineString", coordinates } };
}
