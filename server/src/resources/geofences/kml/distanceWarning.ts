import { distanceM, type LatLon } from "@pulse/geo/latLon";
import type { KmlPlace } from "@pulse/contract/geofences";

/** The largest sites have some kilometres. */
const farM = 10_000;

/** How far a fence lies from its site, and whether that looks like a slip: a warning, no refusal. */
export function distanceWarning(
  centre: LatLon,
  site: LatLon | null,
): Pick<KmlPlace, "distanceM" | "warning" | "warningCode"> {
  if (site === null) return { distanceM: null, warning: null, warningCode: null };
  const itsDistanceM = Math.round(distanceM(centre, site));
  if (itsDistanceM < farM) return { distanceM: itsDistanceM, warning: null, warningCode: null };
  const swapped = { lat: centre.lon, lon: centre.lat };
  const isSwapped = Math.abs(swapped.lat) <= 90 && distanceM(swapped, site) < farM;
  const far = `${kilometres(itsDistanceM)} km from the site`;
  return {
    distanceM: itsDistanceM,
    warning: isSwapped ? `${far}; latitude and longitude may be swapped` : far,
    warningCode: isSwapped ? "swapped" : "far",
  };
}

/** Two digits, rounded up, are enough to see a slip. */
function kilometres(m: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(m / 1000)) - 1);
  return (Math.ceil(m / 1000 / step) * step).toLocaleString("en");
}
