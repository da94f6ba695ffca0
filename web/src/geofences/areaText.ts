import type { GeofenceShape } from "@pulse/contract/geofences";
import { cornersOf, partsOf } from "@pulse/geo/fenceShape";
import { localFrame } from "@pulse/geo/localFrame";
import { signedAreaM2 } from "@pulse/geo/polygon";
import { nbsp, texts } from "../text/translate.ts";

/** The area of a shape without its holes: "412 m²". */
export function areaText(shape: GeofenceShape | null): string {
  if (shape === null) return "";
  const [[lon, lat]] = partsOf(shape)[0]![0] as unknown as [[number, number]];
  const frame = localFrame({ lat, lon });
  const areaM2 = partsOf(shape).reduce(
    (sum, rings) =>
      sum +
      rings.reduce((ringSum, ring, nth) => {
        const corners = cornersOf(ring).map(([itsLon, itsLat]) => frame.toLocal({ lat: itsLat, lon: itsLon }));
        return ringSum + (nth === 0 ? 1 : -1) * Math.abs(signedAreaM2(corners));
      }, 0),
    0,
  );
  const rounded = areaM2 < 10 ? Math.round(areaM2 * 10) / 10 : Math.round(areaM2);
  return `${rounded.toLocaleString(texts.language)}${nbsp}m²`;
}
