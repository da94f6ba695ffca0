import type { Map as MapLibreMap, StyleSpecification } from "maplibre-gl";
import { type Scheme, tokensOf } from "../theme/tokens.ts";

/** The layer of the plain ground; a street map has none. */
export const groundId = "pulse-ground";

/** The bare style: land, and nothing that has to be fetched. */
export function bareStyle(scheme: Scheme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: groundId, type: "background", paint: { "background-color": tokensOf(scheme)["m-land"] } }],
  };
}

/** Whether the map shows our own ground, and not a street map. */
export function isOnOwnGround(map: MapLibreMap): boolean {
  return map.getLayer(groundId) !== undefined;
}
