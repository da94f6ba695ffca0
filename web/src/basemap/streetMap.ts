import type { Map as MapLibreMap, StyleSpecification } from "maplibre-gl";
import type { Scheme } from "../theme/tokens.ts";
import { bareStyle, isOnOwnGround } from "./bareStyle.ts";

/**
 * Switches the map to a street map or back to our own ground. Each change removes all layers; the map's `style.load` says
 * when to add them again. If the street map does not answer, the ground stays as it is and `failed` is called.
 */
export function streetMap(map: MapLibreMap, failed: () => void) {
  let requestedUrl: string | null = null;
  let isGone = false;
  return {
    async choose(styleUrl: string | null, scheme: Scheme): Promise<void> {
      if (styleUrl === requestedUrl) return;
      requestedUrl = styleUrl;
      if (styleUrl === null) {
        if (!isOnOwnGround(map)) map.setStyle(bareStyle(scheme), { diff: false });
        return;
      }
      try {
        const answer = await fetch(styleUrl, { credentials: "omit" });
        if (!answer.ok) throw new Error(`the style answered ${answer.status}`);
        const style = (await answer.json()) as StyleSpecification;
        if (!isGone && requestedUrl === styleUrl) map.setStyle(style, { diff: false });
      } catch {
        if (!isGone && requestedUrl === styleUrl) failed();
      }
    },
    stop(): void {
      isGone = true;
    },
  };
}
