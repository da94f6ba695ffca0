import { z } from "zod";

/** A UUIDv7 made by the server. */
export const Id = z.uuid();
export type Id = z.infer<typeof Id>;

/** A UUID that never changes and is never reused; it names things on the socket and in MQTT topics. */
export const Guid = z.uuid();

/** An instant, ISO 8601 in UTC with milliseconds. */
export const Time = z.iso.datetime({ precision: 3 });

/** An instant as callers write it: any ISO 8601 offset, with or without fractions. */
export const TimeInput = z.iso.datetime({ offset: true });

/** A Bluetooth address as the server writes it: AA:BB:CC:DD:EE:FF. */
export const Mac = z.string().regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/);

const macNotation = /^(?:[0-9A-F]{12}|[0-9A-F]{2}([:-])(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}|[0-9A-F]{4}(\.[0-9A-F]{4}){2})$/;

/** A Bluetooth address in any common notation: bare, or with colons, hyphens or Cisco's dots. */
export const MacInput = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .refine((text) => macNotation.test(text), { message: "must be a MAC address of 12 hex digits" })
  .transform((text) => text.replaceAll(/[:.-]/g, "").replaceAll(/(..)(?=.)/g, "$1:"));

/** WGS 84, degrees. */
export const LatLon = z.object({ lat: z.number(), lon: z.number() }).meta({ id: "LatLon" });
export type LatLon = z.infer<typeof LatLon>;

export const Ref = z.object({ id: Id, name: z.string() }).meta({ id: "Ref" });
export type Ref = z.infer<typeof Ref>;

export const Mechanism = z.enum(["TRILATERATED", "ANCHORED"]);
export type Mechanism = z.infer<typeof Mechanism>;

/** `true`/`false` in a query. */
export const QueryBoolean = z.enum(["true", "false"]).transform((text) => text === "true");

/** A whole number in a query, `min`…`max`. */
export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, { message: "must be a whole number" })
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
}

/** A decimal number in a query, `min`…`max`. */
export function queryDecimal(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,20})?$/, { message: "must be a number" })
    .transform(Number)
    .pipe(z.number().min(min).max(max));
}

/** A comma-joined list in a query; an empty text is an empty list. */
export const CommaList = z
  .string()
  .transform((text) => (text === "" ? [] : text.split(",").map((item) => item.trim())));

/** What every stored entity carries. */
export const Base = z.object({
  id: Id,
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
});

/** The version that a change is based on; without it the last write wins (shapes S1). */
export const Version = z.number().int().min(0).optional();

/** The places a thing is in, from the outside in (decisions C13). */
export const Section = z
  .object({ kind: z.enum(["building", "floor", "geofence"]), id: Id, name: z.string() })
  .meta({ id: "Section" });
export type Section = z.infer<typeof Section>;

/** The room that something is most likely in (additions A3): a share of 0–1 of where it may be. */
export const RoomGuess = z.object({ id: Id, name: z.string(), probability: z.number() }).meta({ id: "RoomGuess" });
export type RoomGuess = z.infer<typeof RoomGuess>;

/** Where something is; `location` says it in words: "Building · Floor · place". */
export const Place = z
  .object({ lat: z.number(), lon: z.number(), floorId: Id.nullable(), buildingId: Id.nullable(), location: z.string() })
  .meta({ id: "Place" });

/** A language, with or without a country: `de`, `de-AT`. */
export const Locale = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, "must be a language such as de or de-AT");
