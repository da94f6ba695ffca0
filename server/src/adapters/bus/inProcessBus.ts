import type { Bus, Subjects } from "./bus.ts";

/** The bus inside one process: listeners run at once, in the order in which they subscribed. */
export function inProcessBus(): Bus {
  const listeners: { [S in keyof Subjects]: Set<(message: Subjects[S]) => void> } = {
    sightings: new Set(),
    trackerPlaces: new Set(),
    gatewayPlaces: new Set(),
    fixes: new Set(),
    changed: new Set(),
  };
  return {
    publish: (subject, message) => {
      for (const listener of listeners[subject]) listener(message);
    },
    subscribe: (subject, listener) => {
      listeners[subject].add(listener);
      return () => listeners[subject].delete(listener);
    },
  };
}
