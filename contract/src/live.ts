import { z } from "zod";
import { Guid, Id, Section, Time } from "./fields.ts";

/**
 * One item of `location_update`: `guid` is the tracker's, `pulseAssetGuid` the linked asset's. The keys are fixed by
 * contract.md section 5; there is no `moving` among them. A still thing's position is locked by the engine, so a client
 * reads movement from the position itself.
 */
export const LocationUpdate = z
  .object({
    guid: Guid,
    pulseAssetGuid: Guid.nullable(),
    assetId: Id.nullable(),
    trackerId: Id,
    lat: z.number(),
    lon: z.number(),
    /** Absent without location_elevation. */
    elevation: z.number().nullable().optional(),
    floorId: Id.nullable(),
    /** The radius in metres that holds the truth with 68 %. */
    accuracy: z.number(),
    nearestHardware: z.string().nullable(),
    nearestHardwareGuid: Guid.nullable(),
    nearestHardwareDis: z.number().nullable(),
    signalStrength: z.number().int().nullable(),
    batteryLevel: z.number().int().nullable(),
    lastUpdated: Time,
    sections: z.array(Section),
  })
  .meta({ id: "LocationUpdate" });
export type LocationUpdate = z.infer<typeof LocationUpdate>;

/** Event names of contract.md section 5. */
export const socketEvents = {
  login: "login",
  failedLogin: "failed_login",
  locationUpdate: "location_update",
  heartbeat: "heartbeat",
  pong: "pong",
} as const;

/**
 * Why `failed_login` was sent: the token is bad, and the person is signed out; or their customer has no such site, and the
 * browser leaves it. Who may enter a site and hear nothing of it is joined and hears nothing.
 */
export const FailedLogin = z.object({ code: z.enum(["unauthorized", "not_found"]) });
export type FailedLogin = z.infer<typeof FailedLogin>;

/** What `login` is acknowledged with; `superseded`: a newer one on the same line counts instead. */
export type LoginAnswer = { ok: true } | { ok: false; code: "superseded" };
