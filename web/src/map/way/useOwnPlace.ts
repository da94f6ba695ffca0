import type { LatLon } from "@pulse/geo/latLon";
import { useEffect, useState } from "react";

/** Where this device is, as it says itself. */
export interface OwnPlace extends LatLon {
  accuracyM: number;
}

/** `refused`: the person or the browser said no; `unknown`: the device has no idea; `insecure`: browsers tell it over HTTPS alone. */
export type PlaceFailure = "refused" | "unknown" | "insecure";

const options: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 };

/** This device's own place, for as long as it is wanted; nothing is asked of the device before and after. */
export function useOwnPlace(isWanted: boolean): { place: OwnPlace | null; failure: PlaceFailure | null } {
  const [place, setPlace] = useState<OwnPlace | null>(null);
  const [failure, setFailure] = useState<PlaceFailure | null>(null);
  const unable = isWanted ? unableOf() : null;
  useEffect(() => {
    if (!isWanted || unable !== null) return undefined;
    const gps = navigator.geolocation;
    const watch = gps.watchPosition(
      ({ coords }) => {
        setPlace({ lat: coords.latitude, lon: coords.longitude, accuracyM: coords.accuracy });
        setFailure(null);
      },
      ({ code, PERMISSION_DENIED }) => setFailure(code === PERMISSION_DENIED ? "refused" : "unknown"),
      options,
    );
    return () => {
      gps.clearWatch(watch);
      setPlace(null);
      setFailure(null);
    };
  }, [isWanted, unable]);
  return { place, failure: unable ?? failure };
}

/** Why it is of no use to ask this browser. */
function unableOf(): PlaceFailure | null {
  if (!window.isSecureContext) return "insecure";
  return "geolocation" in navigator ? null : "unknown";
}
