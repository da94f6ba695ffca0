import { distanceM, type LatLon } from "@pulse/geo/latLon";
import { type SiteModels, stayedM } from "./siteModels.ts";

/**
 * Sites for a share of a divided one. Its home reports the places of mobile gateways, and moves them in the models if it is in this process.
 * @param isMoved whether it is
 */
export function followedSites(
  sites: Pick<SiteModels, "ready" | "move">,
  isMoved: (siteId: string) => boolean,
): Pick<SiteModels, "ready" | "move"> {
  const since = new Map<string, LatLon>();
  return {
    ready: sites.ready,
    move: (place) => {
      if (!isMoved(place.siteId)) return sites.move(place, true);
      const before = since.get(place.gatewayId);
      if (before !== undefined && distanceM(before, place) < stayedM) return "stayed";
      since.set(place.gatewayId, place);
      return "moved";
    },
  };
}
