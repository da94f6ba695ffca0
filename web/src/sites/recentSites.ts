import { z } from "zod";
import type { KeyValues } from "../storage/keyValues.ts";

const key = "recentSites";
const maxSites = 5;
const Recent = z.record(z.string(), z.array(z.string()));

function read(storage: KeyValues): Record<string, string[]> {
  try {
    return Recent.parse(JSON.parse(storage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** The ids of the sites that a person used last in this browser, newest first. They outlive a sign-out. */
export function recentSites(storage: KeyValues, person: string): readonly string[] {
  return read(storage)[person] ?? [];
}

export function rememberSite(storage: KeyValues, person: string, siteId: string): void {
  const all = read(storage);
  const ids = [siteId, ...(all[person] ?? []).filter((id) => id !== siteId)].slice(0, maxSites);
  storage.setItem(key, JSON.stringify({ ...all, [person]: ids }));
}

/** Sites in display order: those used last first, then by customer and name. */
export function byLastUse<S extends { id: string; name: string; customerName: string }>(
  sites: readonly S[],
  recent: readonly string[],
): S[] {
  const rank = (id: string): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return sites.toSorted(
    (a, b) => rank(a.id) - rank(b.id) || a.customerName.localeCompare(b.customerName) || a.name.localeCompare(b.name),
  );
}
