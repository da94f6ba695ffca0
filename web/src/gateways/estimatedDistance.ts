import type { FloorPlan } from "@pulse/contract/sites";
import { distanceM, type LatLon } from "@pulse/geo/latLon";
import { metresText, nbsp, texts } from "../text/translate.ts";

/** Without a floor: indoors a distance by signal strength is not credible beyond this, m. */
const credibleM = 60;
/** From here on a tenth of a metre says nothing, since the estimate is a third off, m. */
const wholeFromM = 10;

/**
 * A distance from a gateway that was estimated from a signal's strength, with no more digits than it deserves: "4.1 m",
 * "23 m". One that leads out of the gateway's floor is only "far": a wall or a shelf has weakened the signal.
 * @param floor the gateway's; undefined: it is on none, or not known yet
 */
export function estimatedDistance(
  metres: number,
  from: LatLon,
  floor: Pick<FloorPlan, "outline" | "corners"> | undefined,
): string {
  if (metres > (floor === undefined ? credibleM : farthestM(from, floor))) return texts.t("gateways.far");
  if (metres < wholeFromM) return metresText(metres);
  return texts.t("unit.metres", { value: Math.round(metres) }).replace(" ", nbsp);
}

/** From a place to the farthest corner of its floor. */
function farthestM(from: LatLon, { outline, corners }: Pick<FloorPlan, "outline" | "corners">): number {
  return Math.max(...(outline ?? corners).map((corner) => distanceM(from, corner)));
}
