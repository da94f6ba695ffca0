import type { AccessibleSite, CustomerConfig } from "@pulse/contract/customers";
import { createStore } from "zustand/vanilla";
import type { KeyValues } from "../storage/keyValues.ts";

const key = "activeSite";

/** The open site, with its customer and configuration, which are null until a stored site has been looked up. */
export interface ActiveSite {
  siteId: string;
  customerId: string | null;
  customerName: string | null;
  config: CustomerConfig | null;
}

export type ActiveSiteStore = ReturnType<typeof createActiveSiteStore>;

/** The active site, shared by all pages and kept across visits; `onLeave` is called with each site that stops being active. */
export function createActiveSiteStore(storage: KeyValues, onLeave: (siteId: string) => void) {
  const stored = storage.getItem(key);
  const store = createStore<ActiveSite | null>(() =>
    stored === null ? null : { siteId: stored, customerId: null, customerName: null, config: null },
  );

  const change = (next: ActiveSite | null): void => {
    const before = store.getState()?.siteId ?? null;
    if (next === null) storage.removeItem(key);
    else storage.setItem(key, next.siteId);
    store.setState(next, true);
    if (before !== null && before !== next?.siteId) onLeave(before);
  };

  return {
    current: store.getState,
    /** Opens a site, with its customer and that customer's configuration. */
    choose({ id, customerId, customerName, customerConfig }: AccessibleSite): void {
      const active = store.getState();
      if (active?.siteId === id && active.config === customerConfig) return;
      change({ siteId: id, customerId, customerName, config: customerConfig });
    },
    /** No site is active any more: after a sign-out, or because the site is gone. */
    clear(): void {
      if (store.getState() !== null) change(null);
    },
    subscribe: store.subscribe,
  };
}
