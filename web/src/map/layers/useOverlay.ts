import { useEffect } from "react";
import type { Overlay } from "../../basemap/MapLayer.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";

/** Shows an overlay on the map while the caller is mounted. */
export function useOverlay({ setOverlays }: Pick<DrawnMap, "setOverlays">, name: string, overlay: Overlay): void {
  useEffect(() => {
    setOverlays((before) => ({ ...before, [name]: overlay }));
    return () => setOverlays((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== name)));
  }, [setOverlays, name, overlay]);
}
