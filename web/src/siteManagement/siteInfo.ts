import { errorMessage } from "@pulse/contract/errors";
import { type Site, SiteBody, SiteSettings } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { z } from "zod";
import { isPlace } from "./coordinates.ts";

/** A place in a form: invalid text is refused as an invalid location. */
export const Place = z.custom<LatLon>(isPlace, {
  message: errorMessage("location_invalid"),
  params: { code: "location_invalid" },
});

type Told = Pick<Site, "name" | "lat" | "lon" | "owner" | "beaconType" | "location" | "address" | "phone" | "settings">;

const untold: Told = {
  name: "",
  lat: 0,
  lon: 0,
  owner: null,
  beaconType: null,
  location: null,
  address: null,
  phone: null,
  settings: SiteSettings.parse({}),
};

/** The form values of a site's details; an empty text means none. */
export function infoValues(site: Told | null) {
  const { name, lat, lon, owner, beaconType, location, address, phone, settings } = site ?? untold;
  const { geofenceExitTimeout } = settings;
  return {
    name,
    owner: owner ?? "",
    place: { lat, lon } as unknown,
    beaconType: beaconType ?? "",
    location: location ?? "",
    address: address ?? "",
    phone: phone ?? "",
    settings: { ...settings, geofenceExitTimeout: geofenceExitTimeout ?? "" },
  };
}

type InfoValues = ReturnType<typeof infoValues>;

/** The rule of a site's details; its output is the body. */
export const InfoRule = SiteBody.pick({
  name: true,
  owner: true,
  beaconType: true,
  location: true,
  address: true,
  phone: true,
  settings: true,
})
  .extend({ place: Place })
  .transform(({ place, ...others }) => ({ ...others, lat: place.lat, lon: place.lon }));

/** The input of the rule: empty texts become null. */
export function infoBody({ settings, ...values }: InfoValues): unknown {
  const orNone = (text: string): string | null => (text === "" ? null : text);
  const { geofenceExitTimeout } = settings;
  return {
    ...values,
    owner: orNone(values.owner),
    beaconType: orNone(values.beaconType),
    location: orNone(values.location),
    address: orNone(values.address),
    phone: orNone(values.phone),
    settings: { ...settings, geofenceExitTimeout: geofenceExitTimeout === "" ? null : geofenceExitTimeout },
  };
}
