import type { LatLon } from "@pulse/geo/latLon";
import { useSyncExternalStore } from "react";

/** Where this device is, by its own account. */
export interface DevicePosition extends LatLon {
  accuracyM: number;
}

/** `refused`: by the person or the browser; `unknown`: the device does not know; `insecure`: browsers give it only over HTTPS. */
export type PlaceFailure = "refused" | "unknown" | "insecure";

interface DeviceState {
  place: DevicePosition | null;
  failure: PlaceFailure | null;
}

const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 };
const nothing: DeviceState = { place: null, failure: null };

// One watch for all callers: a browser reports nothing to a second one until the device moves.
let current = nothing;
let watch: number | null = null;
const listeners = new Set<() => void>();

function publish(next: DeviceState): void {
  current = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  const gps = navigator.geolocation;
  watch ??= gps.watchPosition(
    ({ coords: { latitude: lat, longitude: lon, accuracy: accuracyM } }) =>
      publish({ place: { lat, lon, accuracyM }, failure: null }),
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) publish({ ...current, failure: "refused" });
      // Now and then the place is lost for a moment: the last one is still the best that is known.
      else if (current.place === null) publish({ ...current, failure: "unknown" });
    },
    options,
  );
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || watch === null) return;
    gps.clearWatch(watch);
    watch = null;
    current = nothing;
  };
}

const never = (): (() => void) => () => undefined;

/** This device's position while it is wanted; before and after, it is not requested. */
export function useDevicePosition(isWanted: boolean): DeviceState {
  const unavailable = isWanted ? unavailableReason() : null;
  const isAsked = isWanted && unavailable === null;
  const { place, failure } = useSyncExternalStore(isAsked ? listen : never, () => (isAsked ? current : nothing));
  return { place, failure: unavailable ?? failure };
}

/** Why this browser cannot give the place; null: it can. */
function unavailableReason(): PlaceFailure | null {
  if (!window.isSecureContext) return "insecure";
  return "geolocation" in navigator ? null : "unknown";
}
