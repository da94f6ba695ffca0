import { z } from "zod";
import type { KeyValues } from "../../storage/keyValues.ts";

const key = "mapBuildings";
const Buildings = z.record(z.string(), z.string());

function read(storage: KeyValues): Record<string, string> {
  try {
    return Buildings.parse(JSON.parse(storage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** The id of the building of a site that was used last on this browser. */
export function lastBuilding(storage: KeyValues, siteId: string): string | null {
  return read(storage)[siteId] ?? null;
}

/** Stores the building that a site's map opens on next time. */
export function rememberBuilding(storage: KeyValues, siteId: string, buildingId: string): void {
  storage.setItem(key, JSON.stringify({ ...read(storage), [siteId]: buildingId }));
}
