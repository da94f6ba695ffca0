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
