import { useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";

/** What lies under the plans: Natural Earth, which we bring along, or the street map that the settings name. */
export type Basemap = "bundled" | "street";

const key = "pulse.basemap";
const listeners = new Set<() => void>();

function stored(): Basemap {
  return localStorage.getItem(key) === "bundled" ? "bundled" : "street";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this browser shows on every map, and how to change it. Without a street map in the settings there is nothing to choose. */
export function useBasemap() {
  const { styleUrl } = useServices().config.map;
  const chosen = useSyncExternalStore(subscribe, stored);
  const basemap: Basemap = styleUrl === null ? "bundled" : chosen;
  return {
    basemap,
    /** The style to show; null: our own ground. */
    styleUrl: basemap === "street" ? styleUrl : null,
    canChoose: styleUrl !== null,
    choose(next: Basemap): void {
      localStorage.setItem(key, next);
      for (const listener of listeners) listener();
    },
  };
}
