import type { Hardware } from "@pulse/contract/gateways";

/** The values of a gateway's form; an empty text means the default. */
export interface GatewayValues extends Record<string, unknown> {
  name: string;
  hardwareTypeId: string | null;
  mac: string;
  floorId: string | null;
  lat: number | string;
  lon: number | string;
  properties: Record<(typeof propertyNames)[number], number | string>;
}

export const propertyNames = ["alpha", "beta", "gamma", "measuredPower", "z", "anchorSnapRadius"] as const;

/** What is known about a gateway before it is created: it was heard, or there is only one floor. */
export interface KnownOfNew {
  mac?: string;
  hardwareTypeId?: string | null;
  floorId?: string | null;
}

/** The values of a gateway; a new one may start with known values. */
export function gatewayValues(gateway: Hardware | null, known: KnownOfNew = {}): GatewayValues {
  const properties = Object.fromEntries(propertyNames.map((key) => [key, gateway?.properties[key] ?? ""]));
  return {
    name: gateway?.name ?? "",
    hardwareTypeId: gateway?.hardwareType.id ?? known.hardwareTypeId ?? null,
    mac: gateway?.mac ?? known.mac ?? "",
    floorId: gateway?.floorId ?? known.floorId ?? null,
    lat: gateway?.lat ?? "",
    lon: gateway?.lon ?? "",
    properties: properties as GatewayValues["properties"],
  };
}

/** The body of the values; heights only from people who may set them. */
export function gatewayBody(
  { hardwareTypeId, lat, lon, properties, ...values }: GatewayValues,
  maySetHeight: boolean,
): unknown {
  const names = propertyNames.filter((key) => key !== "z" || maySetHeight);
  return {
    ...values,
    hardwareTypeId: hardwareTypeId ?? undefined,
    lat: orNull(lat),
    lon: orNull(lon),
    properties: Object.fromEntries(names.map((key) => [key, orNull(properties[key])])),
  };
}

const orNull = (value: number | string): number | string | null => (value === "" ? null : value);
