import type { Fix } from "@pulse/positioning/fix/fix";
import { Area } from "@pulse/contract/access";
import { DeviceRequest } from "@pulse/contract/deviceRequests";
import { Event, NotificationState } from "@pulse/contract/events";
import { LocationUpdate } from "@pulse/contract/live";
import { z } from "zod";
import { Changed, everythingChanged } from "./changed.ts";

const atMs = z.number();

const Sighting = z.object({
  trackerId: z.string(),
  /** dBm */
  rssi: z.number(),
  /** When it was heard, by our clock, in ms. */
  atMs,
  moving: z.boolean().optional(),
  /** RSSI at 1 m as the advert states it, dBm. */
  measuredPower: z.number().optional(),
  /** The gateway has filtered RSSI already. */
  smoothed: z.boolean().optional(),
  /** A distance that was measured, with its standard deviation, metres. */
  range: z.object({ m: z.number(), sdM: z.number() }).optional(),
  /** The direction from the gateway, clockwise from true north and above the horizon, with its standard deviation. */
  angle: z.object({ azimuthDeg: z.number(), elevationDeg: z.number().nullable(), sdDeg: z.number() }).optional(),
});
export type Sighting = z.infer<typeof Sighting>;

/** What one gateway's message said about the trackers we know. */
const SightingBatch = z.object({
  siteId: z.string(),
  gatewayId: z.string(),
  /** When the message arrived, by our clock, ms; its sightings may be much older. */
  receivedMs: atMs,
  /** The log position of the record that the message came from. */
  position: z.number(),
  sightings: z.array(Sighting),
});
export type SightingBatch = z.infer<typeof SightingBatch>;

/** Where something is according to its own receiver. */
const place = { siteId: z.string(), atMs, lat: z.number(), lon: z.number(), accuracyM: z.number() };

const TrackerPlace = z.object({
  ...place,
  trackerId: z.string(),
  /** Above the floor of the building's level 0; null: not measured. */
  elevationM: z.number().nullable(),
});
export type TrackerPlace = z.infer<typeof TrackerPlace>;

const GatewayPlace = z.object({ ...place, gatewayId: z.string() });
export type GatewayPlace = z.infer<typeof GatewayPlace>;

const metres = z.number();
const Located: z.ZodType<Fix> = z.object({
  atMs,
  x: metres,
  y: metres,
  floor: z.string(),
  elevationM: metres,
  accuracyM: metres,
  accuracyOuterM: metres,
  mechanism: z.enum(["TRILATERATED", "ANCHORED", "GPS"]),
  moving: z.boolean().nullable(),
  nearest: z.object({ anchorId: z.string(), distanceM: metres, rssi: z.number() }).nullable(),
  shown: z.boolean(),
  floorUncertain: z.boolean(),
  gatewaysHeard: z.number(),
  room: z.object({ id: z.string(), probability: z.number() }).nullable(),
  raw: z.object({ x: metres, y: metres, atMs, varianceM2: z.number() }),
});

/** A fix of one tracker, in the site's frame and in latitude and longitude. */
const LocatedFix = z.object({
  siteId: z.string(),
  trackerId: z.string(),
  fix: Located,
  lat: z.number(),
  lon: z.number(),
  /** Equally likely places, x and y in turn. Null or left out: only its radius is known. */
  places: z.array(metres).nullish(),
});
export type LocatedFix = z.infer<typeof LocatedFix>;

/** A gateway's answer to a command. */
const DeviceReply = z.object({
  siteId: z.string(),
  gatewayId: z.string(),
  seq: z.number().int(),
  stage: z.enum(["accepted", "done", "failed"]),
  /** In the device's own words. */
  reason: z.string().nullable(),
  /** AA:BB:CC:DD:EE:FF of the tracker that it is about; null: not given. */
  mac: z.string().nullable(),
  /** What it reported about its settings; null: nothing. */
  gateway: z.record(z.string(), z.unknown()).nullable(),
  tracker: z.record(z.string(), z.unknown()).nullable(),
  /** Everything it reported, in its own words. */
  report: z.record(z.string(), z.unknown()),
});
export type DeviceReply = z.infer<typeof DeviceReply>;

/** A request to a device waits to be sent. */
const RequestQueued = z.object({ siteId: z.string() });

/** A request to a device has changed. */
const RequestChanged = z.object({ siteId: z.string(), request: DeviceRequest });

/** A notification, and who gets it. */
const UserNotification = z.object({
  notification: Event,
  audience: z.object({
    level: z.enum(["site", "customer"]),
    /** Whoever may read it; null: superadmins. */
    area: Area.nullable(),
    /** It is about an asset and a geofence. */
    isCrossing: z.boolean(),
    /** The only person it concerns; null: everybody who may read it. */
    userId: z.string().nullable(),
  }),
});
export type UserNotification = z.infer<typeof UserNotification>;

const EventsRead = z.object({ userId: z.string(), state: NotificationState });

/** What people see move at a site, since the message before. */
const Locations = z.object({ siteId: z.string(), updates: z.array(LocationUpdate) });

/** How far the process that works on a partition of the log is behind, ms. */
const PartitionDelay = z.object({ partition: z.number().int(), behindMs: z.number(), workBehindMs: z.number() });
export type PartitionDelay = z.infer<typeof PartitionDelay>;

/** The partitions of the process that sends it. */
const Delay = z.object({ partitions: z.array(PartitionDelay) });

/** A command for whoever has the gateway's connection. */
const Downlink = z.object({ siteId: z.string(), topic: z.string(), payload: z.string() });

/** The kind of message sent under a name. Messages contain only plain data, so that they can leave the process. */
export interface Subject<M> {
  schema: z.ZodType<M>;
  /** The site that a message is about, so that a process can listen to one site; null: none, or all. */
  siteOf(message: M): string | null;
  /** Thousands are sent a second, so within one process, where the compiler has checked them, only some are checked. */
  frequent: boolean;
  /**
   * Whether it goes to the other processes too. What comes from the stream of events does not, since each process reads
   * that itself, nor what is processed where it arises.
   */
  shared: boolean;
  /** Replaces everything that a slow listener has missed; without it the oldest messages are dropped. */
  missed?: M;
}

const subject = <M>(definition: Subject<M>): Subject<M> => definition;

/** Every subject. `changed` tells caches what to read again; all fixes of one message are of one site. */
export const subjects = {
  sightings: subject({ schema: SightingBatch, siteOf: ({ siteId }) => siteId, frequent: true, shared: false }),
  trackerPlaces: subject({ schema: TrackerPlace, siteOf: ({ siteId }) => siteId, frequent: true, shared: false }),
  gatewayPlaces: subject({ schema: GatewayPlace, siteOf: ({ siteId }) => siteId, frequent: true, shared: false }),
  fixes: subject({
    schema: z.array(LocatedFix),
    siteOf: ([first]) => first?.siteId ?? null,
    frequent: true,
    shared: false,
  }),
  deviceReplies: subject({ schema: DeviceReply, siteOf: ({ siteId }) => siteId, frequent: false, shared: false }),
  deviceRequestQueued: subject({
    schema: RequestQueued,
    siteOf: ({ siteId }) => siteId,
    frequent: false,
    shared: false,
  }),
  deviceRequests: subject({ schema: RequestChanged, siteOf: ({ siteId }) => siteId, frequent: false, shared: true }),
  notifications: subject({
    schema: UserNotification,
    siteOf: ({ notification }) => notification.siteId,
    frequent: false,
    shared: false,
  }),
  eventsRead: subject({ schema: EventsRead, siteOf: () => null, frequent: false, shared: true }),
  locations: subject({ schema: Locations, siteOf: ({ siteId }) => siteId, frequent: true, shared: true }),
  partitionDelays: subject({ schema: Delay, siteOf: () => null, frequent: false, shared: true }),
  downlinks: subject({ schema: Downlink, siteOf: ({ siteId }) => siteId, frequent: false, shared: true }),
  changed: subject({
    schema: Changed,
    siteOf: ({ siteId }) => siteId,
    frequent: false,
    shared: false,
    missed: everythingChanged,
  }),
};
export type SubjectName = keyof typeof subjects;
export type Message<S extends SubjectName> = z.infer<(typeof subjects)[S]["schema"]>;
