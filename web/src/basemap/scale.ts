const radians = Math.PI / 180;
/** Metres that a CSS pixel of MapLibre's 512 px world spans at the equator at zoom 0. */
const metresPerPxAtZero = (2 * Math.PI * 6_378_137) / 512;

/** CSS pixels per metre at a zoom and latitude. */
export function pxPerM(zoom: number, lat: number): number {
  return 2 ** zoom / (metresPerPxAtZero * Math.cos(lat * radians));
}

/** The zoom at which a metre takes `px` CSS pixels. */
export function zoomOfPxPerM(px: number, lat: number): number {
  return Math.log2(px * metresPerPxAtZero * Math.cos(lat * radians));
}

/** The longest 1, 2 or 5 × 10ⁿ metres that fit into `maxPx`. */
export function scaleBar(pxPerMetre: number, maxPx: number): { metres: number; px: number } {
  const longest = maxPx / pxPerMetre;
  const power = 10 ** Math.floor(Math.log10(longest));
  const step = [5, 2, 1].find((factor) => factor * power <= longest) ?? 1;
  const metres = step * power;
  return { metres, px: metres * pxPerMetre };
}

/** How markers are drawn at a scale (look.md section 7). */
export type MarkerScale = "dot" | "puck" | "named";

export function markerScale(pxPerMetre: number): MarkerScale {
  if (pxPerMetre < 3) return "dot";
  return pxPerMetre > 10 ? "named" : "puck";
}
