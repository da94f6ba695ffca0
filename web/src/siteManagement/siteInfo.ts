import { errorMessage } from "@pulse/contract/errors";
import { type Site, SiteBody, SiteSettings } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { z } from "zod";
import { isPlace } from "./coordinates.ts";

/** A place in a form: a text that is none is refused as such. */
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

/** What the fields of a site's details hold; an empty text is none. */
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

/** The rule of a site's details; what it gives out is the body. */
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
  .transform(({ place, ...rest }) => ({ ...rest, lat: place.lat, lon: place.lon }));

/** What the rule checks: texts that are empty are none. */
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
