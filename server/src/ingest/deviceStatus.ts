import { batteryLevelOfMv } from "@pulse/protocols/batteryLevel";
import type { Advert } from "@pulse/protocols/message";
import { type Kysely, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { KnownGateway } from "./knownDevices.ts";

interface GatewayNews {
  atMs: number;
  firmware: string | null;
}
interface TrackerNews {
  atMs: number;
  /** Null: it has told of itself and was not heard. */
  rssi: number | null;
  batteryLevel: number | null;
  batteryMv: number | null;
}

/** Where a mobile gateway is: for lists and maps, and for a restart. */
export interface MovedTo {
  /** When it told so, and the radius of it, m. */
  atMs: number;
  accuracyM: number;
  lat: number;
  lon: number;
  /** Null: on no floor. */
  floorId: string | null;
}

export interface GatewayPresence {
  connected: boolean;
  /** Of the newest message, ms; null: none since this process started. */
  lastMessageMs: number | null;
  firmware: string | null;
}

export interface HeardTracker {
  trackerId: string;
  /** dBm */
  rssi: number;
  atMs: number;
}

export interface DeviceStatus {
  connected(gatewayId: string): void;
  disconnected(gatewayId: string): void;
  heard(gateway: KnownGateway, atMs: number): void;
  alive(gateway: KnownGateway, atMs: number, firmware: string | null): void;
  /** A mobile gateway is there now. */
  moved(gatewayId: string, place: MovedTo): void;
  /** A tracker has told of itself. */
  trackerSaid(trackerId: string, atMs: number, batteryLevel: number | null): void;
  trackerHeard(gatewayId: string, trackerId: string, atMs: number, advert: Advert): void;
  /** The trackers that a gateway has heard since `sinceMs`, the strongest first. */
  hearing(gatewayId: string, sinceMs: number): HeardTracker[];
  presence(gatewayId: string): GatewayPresence;
  /** The battery as far as it was heard since this process started, percent. */
  battery(trackerId: string): number | null;
  /** Writes what is news to the database; a failure leaves it for the next time. */
  flush(): Promise<void>;
}

/** What gateways and trackers say of themselves: in memory at once, in the database in batches. */
export function deviceStatus(db: Kysely<Database>): DeviceStatus {
  const open = new Set<string>();
  const seen = new Map<string, GatewayNews>();
  const batteries = new Map<string, number>();
  const heardBy = new Map<string, Map<string, HeardTracker>>();
  let gatewayNews = new Map<string, GatewayNews>();
  let places = new Map<string, MovedTo>();
  let trackerNews = new Map<string, TrackerNews>();

  const gatewayAt = (id: string, atMs: number, firmware: string | null): void => {
    const news = { atMs, firmware: firmware ?? seen.get(id)?.firmware ?? null };
    seen.set(id, news);
    gatewayNews.set(id, news);
  };
  const trackerAt = (id: string, news: TrackerNews): void => {
    const before = trackerNews.get(id);
    if (news.batteryLevel !== null) batteries.set(id, news.batteryLevel);
    trackerNews.set(id, {
      atMs: Math.max(before?.atMs ?? 0, news.atMs),
      rssi: news.rssi ?? before?.rssi ?? null,
      batteryLevel: news.batteryLevel ?? before?.batteryLevel ?? null,
      batteryMv: news.batteryMv ?? before?.batteryMv ?? null,
    });
  };

  return {
    connected: (id) => void open.add(id),
    disconnected: (id) => void open.delete(id),
    heard: (gateway, atMs) => gatewayAt(gateway.id, atMs, null),
    alive: (gateway, atMs, firmware) => gatewayAt(gateway.id, atMs, firmware),
    moved: (id, place) => void places.set(id, place),
    trackerSaid: (id, atMs, batteryLevel) => trackerAt(id, { atMs, rssi: null, batteryLevel, batteryMv: null }),
    trackerHeard: (gatewayId, trackerId, atMs, advert) => {
      let heard = heardBy.get(gatewayId);
      if (heard === undefined) heardBy.set(gatewayId, (heard = new Map<string, HeardTracker>()));
      heard.set(trackerId, { trackerId, rssi: advert.rssi, atMs });
      const { rssi, batteryMv = null } = advert;
      // Most tags tell millivolts alone.
      const batteryLevel = advert.batteryLevel ?? (batteryMv === null ? null : batteryLevelOfMv(batteryMv));
      trackerAt(trackerId, { atMs, rssi, batteryLevel, batteryMv });
    },
    hearing: (gatewayId, sinceMs) => {
      const heard = heardBy.get(gatewayId);
      if (heard === undefined) return [];
      for (const [trackerId, last] of heard) if (last.atMs < sinceMs) heard.delete(trackerId);
      return [...heard.values()].sort((a, b) => b.rssi - a.rssi);
    },
    presence: (id) => ({
      connected: open.has(id),
      lastMessageMs: seen.get(id)?.atMs ?? null,
      firmware: seen.get(id)?.firmware ?? null,
    }),
    battery: (trackerId) => batteries.get(trackerId) ?? null,
    flush: async () => {
      const gateways = gatewayNews;
      const trackers = trackerNews;
      const movedTo = places;
      gatewayNews = new Map();
      places = new Map();
      trackerNews = new Map();
      try {
        await writeGateways(db, gateways);
        await writePlaces(db, movedTo);
        await writeTrackers(db, trackers);
      } catch (error) {
        // Newer news of the same device wins over what could not be written.
        gatewayNews = new Map([...gateways, ...gatewayNews]);
        places = new Map([...movedTo, ...places]);
        trackerNews = new Map([...trackers, ...trackerNews]);
        throw error;
      }
    },
  };
}

async function writeGateways(db: Kysely<Database>, news: Map<string, GatewayNews>): Promise<void> {
  if (news.size === 0) return;
  const rows = [...news];
  await sql`
    update hardwares set last_message_at = n.at, firmware = coalesce(n.firmware, hardwares.firmware)
    from unnest(
      ${rows.map(([id]) => id)}::uuid[],
      ${rows.map(([, row]) => new Date(row.atMs).toISOString())}::timestamptz[],
      ${rows.map(([, row]) => row.firmware)}::text[]
    ) as n(id, at, firmware)
    where hardwares.id = n.id`.execute(db);
}

/** A floor that was deleted meanwhile is no floor. */
async function writePlaces(db: Kysely<Database>, places: Map<string, MovedTo>): Promise<void> {
  if (places.size === 0) return;
  const rows = [...places];
  await sql`
    update hardwares set place_at = n.at, place_accuracy = n.accuracy, lat = n.lat, lon = n.lon,
      floor_id = (select f.id from floors f where f.id = n.floor_id)
    from unnest(
      ${rows.map(([id]) => id)}::uuid[],
      ${rows.map(([, row]) => new Date(row.atMs).toISOString())}::timestamptz[],
      ${rows.map(([, row]) => row.accuracyM)}::float8[],
      ${rows.map(([, row]) => row.lat)}::float8[],
      ${rows.map(([, row]) => row.lon)}::float8[],
      ${rows.map(([, row]) => row.floorId)}::uuid[]
    ) as n(id, at, accuracy, lat, lon, floor_id)
    where hardwares.id = n.id`.execute(db);
}

async function writeTrackers(db: Kysely<Database>, news: Map<string, TrackerNews>): Promise<void> {
  if (news.size === 0) return;
  const rows = [...news];
  await sql`
    update trackers set last_heard_at = n.at, signal_strength = coalesce(n.rssi, trackers.signal_strength),
      battery_level = coalesce(n.battery_level, trackers.battery_level),
      battery_mv = coalesce(n.battery_mv, trackers.battery_mv)
    from unnest(
      ${rows.map(([id]) => id)}::uuid[],
      ${rows.map(([, row]) => new Date(row.atMs).toISOString())}::timestamptz[],
      ${rows.map(([, row]) => (row.rssi === null ? null : Math.round(row.rssi)))}::int[],
      ${rows.map(([, row]) => row.batteryLevel)}::int[],
      ${rows.map(([, row]) => row.batteryMv)}::int[]
    ) as n(id, at, rssi, battery_level, battery_mv)
    where trackers.id = n.id`.execute(db);
}
