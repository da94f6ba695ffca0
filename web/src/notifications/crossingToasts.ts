import { useSyncExternalStore } from "react";

/**
 * Whether crossings of geofences appear as toasts. On a busy site somebody crosses a fence every few seconds and nobody
 * asked for that, so only the bell counts them unless a person wants more. Stored in the browser: a desk in the control
 * room and a phone in a pocket differ.
 */
const key = "pulse.crossingToasts";
const listeners = new Set<() => void>();

const areOn = (): boolean => localStorage.getItem(key) === "on";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether crossings are shown as toasts in this browser, and how to change that. */
export function useCrossingToasts(): [boolean, (isOn: boolean) => void] {
  const choose = (isOn: boolean): void => {
    if (isOn) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return [useSyncExternalStore(subscribe, areOn), choose];
}
