import type { LatLon } from "@pulse/geo/latLon";
import { useSyncExternalStore } from "react";

/** Where this device is, as it says itself. */
export interface OwnPlace extends LatLon {
  accuracyM: number;
}

/** `refused`: the person or the browser said no; `unknown`: the device has no idea; `insecure`: browsers tell it over HTTPS alone. */
export type PlaceFailure = "refused" | "unknown" | "insecure";

interface Own {
  place: OwnPlace | null;
  failure: PlaceFailure | null;
}

const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 };
const nothing: Own = { place: null, failure: null };

// One question to the device for all who want its answer: a browser tells a second one nothing until the device moves.
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
      // What was found is lost for a moment now and then: it is still the best that is known.
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

/** This device's own place, for as long as it is wanted; nothing is asked of the device before and after. */
export function useOwnPlace(isWanted: boolean): Own {
  const unable = isWanted ? unableOf() : null;
  const isAsked = isWanted && unable === null;
  const { place, failure } = useSyncExternalStore(isAsked ? listen : never, () => (isAsked ? own : nothing));
  return { place, failure: unable ?? failure };
}

/** Why it is of no use to ask this browser. */
function unableOf(): PlaceFailure | null {
  if (!window.isSecureContext) return "insecure";
  return "geolocation" in navigator ? null : "unknown";
}
