import { z } from "zod";
import { limits } from "./limits.ts";
import { Guid, Id, LatLon, RoomGuess, Section, Time } from "./fields.ts";
import { list } from "./list.ts";

/**
 * One item of `location_update`: `guid` is the tracker's, `pulseAssetGuid` the linked asset's. The keys are fixed by
 * contract.md section 5 and additions A3; there is no `moving` among them. The engine locks the position of a still thing,
 * so a client sees movement from the position itself.
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
    /** The radius in metres that contains the truth with 68 %. */
    accuracy: z.number(),
    nearestHardware: z.string().nullable(),
    nearestHardwareGuid: Guid.nullable(),
    nearestHardwareDis: z.number().nullable(),
    signalStrength: z.number().int().nullable(),
    batteryLevel: z.number().int().nullable(),
    lastUpdated: Time,
    room: RoomGuess.nullable(),
    sections: z.array(Section),
  })
  .meta({ id: "LocationUpdate" });
export type LocationUpdate = z.infer<typeof LocationUpdate>;

/** What a client may say when it connects. */
export interface LiveAuth {
  /** False: it wants to know what happens, but no positions. */
  positions?: boolean;
}

const corner = LatLon.extend({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

/**
 * What a client watches. Positions in it are sent as they are made, all others every 10 s; a thing that leaves it is sent
 * once immediately. `assetIds` are always in it.
 */
export const Watch = z
  .object({
    /** Null: all floors. A thing on no floor counts as on all of them. */
    floorIds: list(Id).max(200).nullable(),
    /** Null: everywhere. In a box across the 180th meridian the western longitude is the greater one. */
    box: z.object({ northWest: corner, southEast: corner }).nullable(),
    assetIds: list(Id).max(limits.watchedAssets),
  })
  .meta({ id: "Watch" });
export type Watch = z.infer<typeof Watch>;

/** Event names of contract.md section 5. */
export const socketEvents = {
  login: "login",
  /** What the client watches; null: everything, as at first. */
  watch: "watch",
  failedLogin: "failed_login",
  locationUpdate: "location_update",
  /** A request to a device, each time it changes. */
  deviceRequest: "device_request",
  /** Assets of the site were made, renamed, archived, deleted or linked: fetch lists of them again. */
  assetsChanged: "assets_changed",
  /** One event as people are told of it. */
  notification: "notification",
  /** What the person has read, perhaps on another device. */
  notificationState: "notification_state",
  /** How far behind the live picture is: after it has changed by more than a second, and to a client that joins meanwhile. */
  freshness: "freshness",
  heartbeat: "heartbeat",
  pong: "pong",
} as const;

/** The age of the oldest message of a device that waits to be processed, ms; 0: none waits. */
export const Freshness = z.object({ behindMs: z.number().int().min(0) }).meta({ id: "Freshness" });
export type Freshness = z.infer<typeof Freshness>;

/**
 * Why `failed_login` was sent: the token is bad, and the person is signed out; or their customer has no such site, and the
 * browser leaves it. A person who may enter a site but read nothing there joins it and receives nothing.
 */
export const FailedLogin = z.object({ code: z.enum(["unauthorized", "not_found"]) });
export type FailedLogin = z.infer<typeof FailedLogin>;

/** What `login` is acknowledged with; `superseded`: a newer login on the same connection counts instead. */
export type LoginAnswer = { ok: true } | { ok: false; code: "superseded" };

/** What `watch` is acknowledged with. After a bad one the client keeps receiving what it received before. */
export type WatchAnswer = { ok: true } | { ok: false; code: "invalid_parameter" };
