import { type Place, toPlane } from "../camera/plane.ts";
import type { SiteMapState } from "../siteMapState.ts";
import { isPlacedGateway } from "./gatewayQuads.ts";
import type { MarkerTable } from "./markerTable.ts";
import { roomPlace } from "./roomPlace.ts";

/** Where an asset, a gateway or a room is, by its guid or id; null: it has no place. */
export function thingPlace(
  guid: string,
  { gateways, plans }: Pick<SiteMapState, "gateways" | "plans">,
  table: Pick<MarkerTable, "placeOf">,
): Place | null {
  const gateway = gateways.find((each) => each.guid === guid);
  if (gateway === undefined) return table.placeOf(guid) ?? roomPlace(plans, guid);
  return isPlacedGateway(gateway) ? toPlane(gateway) : null;
}
