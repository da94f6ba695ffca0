import type { LatLon } from "@pulse/geo/latLon";
import { useSyncExternalStore } from "react";

/** Where this device is, by its own account. */
export interface DevicePosition extends LatLon {
  accuracyM: number;
}

/** `refused`: by the person or the browser; `unknown`: the device does not know; `insecure`: browsers give it only over HTTPS. */
export type PlaceFailure = "refused" | "unknown" | "insecure";

interface Own {
  place: DevicePosition | null;
  failure: PlaceFailure | null;
}

const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 };
const nothing: Own = { place: null, failure: null };

// One watch for all callers: a browser reports nothing to a second one until the device moves.
let own = nothing;
let watch: number | null = null;
const listeners = new Set<() => void>();

function tell(next: Own): void {
  own = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  const gps = navigator.geolocation;
  watch ??= gps.watchPosition(
    ({ coords: { latitude: lat, longitude: lon, accuracy: accuracyM } }) =>
      tell({ place: { lat, lon, accuracyM }, failure: null }),
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) tell({ ...own, failure: "refused" });
      // Now and then the place is lost for a moment: the last one is still the best that is known.
      else if (own.place === null) tell({ ...own, failure: "unknown" });
    },
    options,
  );
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || watch === null) return;
    gps.clearWatch(watch);
    watch = null;
    own = nothing;
  };
}

const never = (): (() => void) => () => undefined;

/** This device's own place while it is wanted; before and after, the device is not asked. */
export function useDevicePosition(isWanted: boolean): Own {
  const unable = isWanted ? unableOf() : null;
  const isAsked = isWanted && unable === null;
  const { place, failure } = useSyncExternalStore(isAsked ? listen : never, () => (isAsked ? own : nothing));
  return { place, failure: unable ?? failure };
}

/** Why this browser cannot give the place; null: it can. */
function unableOf(): PlaceFailure | null {
  if (!window.isSecureContext) return "insecure";
  return "geolocation" in navigator ? null : "unknown";
}
