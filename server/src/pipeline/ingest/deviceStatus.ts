import { batteryLevelOfMv } from "@pulse/protocols/batteryLevel";
import type { Advert } from "@pulse/protocols/message";
import type { Kysely } from "kysely";
import type { TrackerReception } from "../../platform/bus/requests.ts";
import type { Database } from "../../platform/database/schema.ts";
import { deviceStatusRepository, type GatewayNews, type MovedTo, type TrackerNews } from "./deviceStatus.repository.ts";
import { writeHalving } from "../history/writeHalving.ts";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";

export interface GatewayPresence {
  connected: boolean;
  /** Of the newest message, ms; null: none since this process started. */
  lastMessageMs: number | null;
  firmware: string | null;
  /** Since when its messages have come without a pause, ms; null: none does now. */
  steadySinceMs: number | null;
}

/** A gateway that has sent no message for this long was away, ms. */
const pauseMs = 3 * 60_000;

export interface DeviceStatus {
  connected(gatewayId: string): void;
  disconnected(gatewayId: string): void;
  heard(gateway: RegisteredGateway, atMs: number): void;
  alive(gateway: RegisteredGateway, atMs: number, firmware: string | null): void;
  /** A mobile gateway has reported its place. */
  moved(gatewayId: string, place: MovedTo): void;
  /** A tracker has reported about itself. */
  trackerSaid(trackerId: string, atMs: number, batteryLevel: number | null): void;
  trackerHeard(gatewayId: string, trackerId: string, atMs: number, advert: Advert): void;
  /** The trackers that a gateway has heard since `sinceMs`, strongest first. */
  hearing(gatewayId: string, sinceMs: number): TrackerReception[];
  /** The gateways that have heard a tracker since `sinceMs`, strongest first. */
  hearers(trackerId: string, sinceMs: number): string[];
  presence(gatewayId: string, nowMs: number): GatewayPresence;
  /** The battery level heard since this process started, percent. */
  battery(trackerId: string): number | null;
  /** Writes what has changed to the database; after a failure it is written the next time. */
  flush(): Promise<void>;
}

/** What gateways and trackers report about themselves: in memory at once, in the database in batches. */
export function deviceStatus(db: Kysely<Database>, refused: (error: unknown) => void): DeviceStatus {
  const stored = deviceStatusRepository(db);
  const open = new Set<string>();
  const seen = new Map<string, GatewayNews>();
  const steady = new Map<string, number>();
  const batteries = new Map<string, number>();
  const heardBy = new Map<string, Map<string, TrackerReception>>();
  // A value that the database refuses only affects its own device's report. Otherwise everything after it would wait
  // for ever.
  const storeAll = <News>(news: ReadonlyMap<string, News>, store: (news: ReadonlyMap<string, News>) => Promise<void>) =>
    writeHalving(
      [...news],
      (some) => store(new Map(some)),
      (_, error) => refused(error),
    );
  let gatewayNews = new Map<string, GatewayNews>();
  let places = new Map<string, MovedTo>();
  let trackerNews = new Map<string, TrackerNews>();

  const gatewayAt = (id: string, atMs: number, firmware: string | null): void => {
    const last = seen.get(id);
    const news = { atMs, firmware: firmware ?? last?.firmware ?? null };
    if (last === undefined || atMs - last.atMs > pauseMs) steady.set(id, atMs);
    seen.set(id, news);
    gatewayNews.set(id, news);
  };
  /** Every advert comes through here, so a known entry is changed in place. */
  const trackerAt = (id: string, atMs: number, rssi: number | null, level: number | null, mv: number | null): void => {
    const news = trackerNews.get(id);
    if (level !== null && news?.batteryLevel !== level) batteries.set(id, level);
    if (news === undefined) return void trackerNews.set(id, { atMs, rssi, batteryLevel: level, batteryMv: mv });
    // A late advert's strength is out of date; its battery level is rarely sent and hardly changes.
    if (rssi !== null && atMs >= news.atMs) news.rssi = rssi;
    if (atMs > news.atMs) news.atMs = atMs;
    if (level !== null) news.batteryLevel = level;
    if (mv !== null) news.batteryMv = mv;
  };

  return {
    connected: (id) => void open.add(id),
    disconnected: (id) => void open.delete(id),
    heard: (gateway, atMs) => gatewayAt(gateway.id, atMs, null),
    alive: (gateway, atMs, firmware) => gatewayAt(gateway.id, atMs, firmware),
    moved: (id, place) => void places.set(id, place),
    trackerSaid: (id, atMs, batteryLevel) => trackerAt(id, atMs, null, batteryLevel, null),
    trackerHeard: (gatewayId, trackerId, atMs, advert) => {
      let heard = heardBy.get(gatewayId);
      if (heard === undefined) heardBy.set(gatewayId, (heard = new Map<string, TrackerReception>()));
      const { rssi, batteryMv = null } = advert;
      const last = heard.get(trackerId);
      if (last === undefined) heard.set(trackerId, { trackerId, rssi, atMs });
      else if (atMs >= last.atMs) {
        last.rssi = rssi;
        last.atMs = atMs;
      }
      // Most tags only report millivolts.
      const batteryLevel = advert.batteryLevel ?? (batteryMv === null ? null : batteryLevelOfMv(batteryMv));
      trackerAt(trackerId, atMs, rssi, batteryLevel, batteryMv);
    },
    hearing: (gatewayId, sinceMs) => {
      const heard = heardBy.get(gatewayId);
      if (heard === undefined) return [];
      for (const [trackerId, last] of heard) if (last.atMs < sinceMs) heard.delete(trackerId);
      return Array.from(heard.values(), (one) => ({ ...one })).sort((a, b) => b.rssi - a.rssi);
    },
    hearers: (trackerId, sinceMs) =>
      [...heardBy]
        .flatMap(([gatewayId, heard]) => {
          const last = heard.get(trackerId);
          return last === undefined || last.atMs < sinceMs ? [] : { gatewayId, rssi: last.rssi };
        })
        .sort((a, b) => b.rssi - a.rssi)
        .map(({ gatewayId }) => gatewayId),
    presence: (id, nowMs) => {
      const last = seen.get(id);
      const isSteady = last !== undefined && nowMs - last.atMs <= pauseMs;
      return {
        connected: open.has(id),
        lastMessageMs: last?.atMs ?? null,
        firmware: last?.firmware ?? null,
        steadySinceMs: isSteady ? steady.get(id)! : null,
      };
    },
    battery: (trackerId) => batteries.get(trackerId) ?? null,
    flush: async () => {
      const [gateways, movedTo, trackers] = [gatewayNews, places, trackerNews];
      gatewayNews = new Map();
      places = new Map();
      trackerNews = new Map();
      try {
        await storeAll(gateways, stored.gateways);
        await storeAll(movedTo, stored.places);
        await storeAll(trackers, stored.trackers);
      } catch (error) {
        // A newer report of the device wins over the unwritten one, and takes over the fields that it lacks.
        gatewayNews = new Map([...gateways, ...gatewayNews]);
        places = new Map([...movedTo, ...places]);
        const newer = trackerNews;
        trackerNews = trackers;
        for (const [id, news] of newer) trackerAt(id, news.atMs, news.rssi, news.batteryLevel, news.batteryMv);
        throw error;
      }
    },
  };
}
