import { useSyncExternalStore } from "react";
import { useServices } from "../services/services.tsx";

/** The ground under the plans: the bundled Natural Earth, or the street map in the settings. */
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

/** The ground on every map of this browser, and how to change it. Without a street map in the settings there is no choice. */
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
