import type { HardwareBody, HardwareChange } from "@pulse/contract/gateways";
import type { z } from "zod";
import type * as stored from "./gatewayWrites.repository.ts";

export type Body = z.output<typeof HardwareBody>;
export type Change = z.output<typeof HardwareChange>;

/** What is left out stays as it was; for a new gateway it is the default. */
export function fieldsAfter(
  before: stored.GatewayFields | null,
  body: Change,
  hardwareTypeId: string,
): stored.GatewayFields {
  const { properties = {} } = body;
  const property = (key: keyof typeof properties): number | null => {
    const value = properties[key];
    return value === undefined ? (before?.[key] ?? null) : value;
  };
  return {
    name: body.name ?? before!.name,
    hardwareTypeId,
    mac: body.mac ?? before!.mac,
    lat: (body.lat === undefined ? before?.lat : body.lat) ?? 0,
    lon: (body.lon === undefined ? before?.lon : body.lon) ?? 0,
    floorId: body.floorId === undefined ? (before?.floorId ?? null) : body.floorId,
    alpha: property("alpha"),
    beta: property("beta"),
    gamma: property("gamma"),
    measuredPower: property("measuredPower"),
    z: property("z"),
    anchorSnapRadius: property("anchorSnapRadius"),
  };
}

/** The fields under their paths in a body. */
export function inBody({ name, hardwareTypeId, mac, lat, lon, floorId, ...properties }: stored.GatewayFields) {
  const nested = Object.entries(properties).map(([key, value]) => [`properties.${key}`, value]);
  return { name, hardwareTypeId, mac, lat, lon, floorId, ...Object.fromEntries(nested) } as Record<string, unknown>;
}

/** Those of them that the body carries. */
export function sentFieldsOf(after: Record<string, unknown>, body: Change): Record<string, unknown> {
  const { properties = {}, hardwareType, ...fields } = body;
  const sent = new Set([
    ...keysSent(fields),
    ...keysSent(properties).map((key) => `properties.${key}`),
    ...(hardwareType === undefined ? [] : ["hardwareTypeId"]),
  ]);
  return Object.fromEntries(Object.entries(after).filter(([key]) => sent.has(key)));
}

const keysSent = (fields: object): string[] =>
  Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : key));

/** A gateway as the audit log shows it. */
export function auditFields({ hardwareTypeId: _id, ...fields }: stored.GatewayFields, hardwareType: string) {
  return { ...fields, hardwareType };
}
