import { useSyncExternalStore } from "react";

/**
 * Whether keys without a modifier (J, K, /) do something outside of fields. Speech input types letters that nobody meant as
 * a command, so they can be switched off (WCAG 2.1.4). Stored in the browser: it depends on the device.
 */
const key = "pulse.singleKeys";
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on, as they are at first. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(key) !== "off";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether single-key shortcuts are on in this browser, and how to change that. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const choose = (isOn: boolean): void => {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
    for (const listener of listeners) listener();
  };
  return [useSyncExternalStore(subscribe, areSingleKeysOn), choose];
}
