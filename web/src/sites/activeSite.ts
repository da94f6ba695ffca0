import type { KeyValues } from "../session/sessionStore.ts";

const key = "activeSite";

/** The site that was open last, across visits (product.md section 3). */
export function readActiveSite(storage: KeyValues): string | null {
  return storage.getItem(key);
}

export function storeActiveSite(storage: KeyValues, siteId: string | null): void {
  if (siteId === null) storage.removeItem(key);
  else storage.setItem(key, siteId);
}
