import { batteryLevelOfMv } from "@pulse/protocols/batteryLevel";
import type { Advert } from "@pulse/protocols/message";
import type { Kysely } from "kysely";
import type { TrackerReception } from "../../platform/bus/requests.ts";
import type { Database } from "../../platform/database/schema.ts";
import {
  deviceStatusRepository,
  type GatewayReport,
  type ReportedPlace,
  type TrackerReport,
} from "./deviceStatus.repository.ts";
import { writeHalving } from "../history/writeHalving.ts";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";

export interface GatewayPresence {
  connected: boolean;
  /** The last that it has said is that it is no longer there. */
  left: boolean;
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
  gatewayActive(gateway: RegisteredGateway, atMs: number): void;
  gatewayReported(gateway: RegisteredGateway, atMs: number, firmware: string | null): void;
  /** It has said that it is no longer there, or the broker has on its behalf. Valid until it says something else. */
  gatewayLeft(gatewayId: string): void;
  /** A mobile gateway has reported its place. */
  gatewayMoved(gatewayId: string, place: ReportedPlace): void;
  /** A tracker has reported about itself. */
  trackerReported(trackerId: string, atMs: number, batteryLevel: number | null): void;
  trackerSighted(gatewayId: string, trackerId: string, atMs: number, advert: Advert): void;
  /** The trackers that a gateway has heard since `sinceMs`, strongest first. */
  trackersOf(gatewayId: string, sinceMs: number): TrackerReception[];
  /** The gateways that have heard a tracker since `sinceMs`, strongest first. */
  gatewaysOf(trackerId: string, sinceMs: number): string[];
  presence(gatewayId: string, nowMs: number): GatewayPresence;
  /** A tracker has said its battery level, percent, which another process stores; null: it has not. */
  noteBattery(trackerId: string, batteryLevel: number | null): void;
  /** The battery level heard since this process started, percent. */
  battery(trackerId: string): number | null;
  /** Writes what has changed to the database; after a failure it is written the next time. */
  flush(): Promise<void>;
}

/** The battery level that an advert says, percent; null: none. Most tags only report millivolts. */
export function batteryLevelOf({ batteryLevel, batteryMv }: Advert): number | null {
  return batteryLevel ?? (batteryMv === undefined ? null : batteryLevelOfMv(batteryMv));
}

/** What gateways and trackers report about themselves: in memory at once, in the database in batches. */
export function deviceStatus(db: Kysely<Database>, refused: (error: unknown) => void): DeviceStatus {
  const stored = deviceStatusRepository(db);
  const connectedIds = new Set<string>();
  const leftIds = new Set<string>();
  const lastReports = new Map<string, GatewayReport>();
  const steadySince = new Map<string, number>();
  const batteries = new Map<string, number>();
  const receptions = new Map<string, Map<string, TrackerReception>>();
  // A value that the database refuses only affects its own device's report. Otherwise everything after it would wait
  // for ever.
  const storeAll = <Report>(
    reports: ReadonlyMap<string, Report>,
    store: (news: ReadonlyMap<string, Report>) => Promise<void>,
  ) =>
    writeHalving(
      [...reports],
      (batch) => store(new Map(batch)),
      (_, error) => refused(error),
    );
  let gatewayReports = new Map<string, GatewayReport>();
  let places = new Map<string, ReportedPlace>();
  let trackerReports = new Map<string, TrackerReport>();

  const gatewayAt = (id: string, atMs: number, firmware: string | null): void => {
    leftIds.delete(id);
    const last = lastReports.get(id);
    const report = { atMs, firmware: firmware ?? last?.firmware ?? null };
    if (last === undefined || atMs - last.atMs > pauseMs) steadySince.set(id, atMs);
    lastReports.set(id, report);
    gatewayReports.set(id, report);
  };
  /** Every advert comes through here, so a known entry is changed in place. */
  const trackerAt = (id: string, atMs: number, rssi: number | null, level: number | null, mv: number | null): void => {
    const report = trackerReports.get(id);
    if (level !== null && report?.batteryLevel !== level) batteries.set(id, level);
    if (report === undefined) return void trackerReports.set(id, { atMs, rssi, batteryLevel: level, batteryMv: mv });
    // A late advert's strength is out of date; its battery level is rarely sent and hardly changes.
    if (rssi !== null && atMs >= report.atMs) report.rssi = rssi;
    if (atMs > report.atMs) report.atMs = atMs;
    if (level !== null) report.batteryLevel = level;
    if (mv !== null) report.batteryMv = mv;
  };

  return {
    connected: (id) => {
      connectedIds.add(id);
      leftIds.delete(id);
    },
    disconnected: (id) => void connectedIds.delete(id),
    gatewayActive: (gateway, atMs) => gatewayAt(gateway.id, atMs, null),
    gatewayReported: (gateway, atMs, firmware) => gatewayAt(gateway.id, atMs, firmware),
    gatewayLeft: (id) => void leftIds.add(id),
    gatewayMoved: (id, place) => void places.set(id, place),
    trackerReported: (id, atMs, batteryLevel) => trackerAt(id, atMs, null, batteryLevel, null),
    trackerSighted: (gatewayId, trackerId, atMs, advert) => {
      let ofGateway = receptions.get(gatewayId);
      if (ofGateway === undefined) receptions.set(gatewayId, (ofGateway = new Map<string, TrackerReception>()));
      const { rssi } = advert;
      const last = ofGateway.get(trackerId);
      if (last === undefined) ofGateway.set(trackerId, { trackerId, rssi, atMs });
      else if (atMs >= last.atMs) {
        last.rssi = rssi;
        last.atMs = atMs;
      }
      trackerAt(trackerId, atMs, rssi, batteryLevelOf(advert), advert.batteryMv ?? null);
    },
    trackersOf: (gatewayId, sinceMs) => {
      const ofGateway = receptions.get(gatewayId);
      if (ofGateway === undefined) return [];
      for (const [trackerId, last] of ofGateway) if (last.atMs < sinceMs) ofGateway.delete(trackerId);
      return Array.from(ofGateway.values(), (reception) => ({ ...reception })).sort((a, b) => b.rssi - a.rssi);
    },
    gatewaysOf: (trackerId, sinceMs) =>
      [...receptions]
        .flatMap(([gatewayId, ofGateway]) => {
          const last = ofGateway.get(trackerId);
          return last === undefined || last.atMs < sinceMs ? [] : { gatewayId, rssi: last.rssi };
        })
        .sort((a, b) => b.rssi - a.rssi)
        .map(({ gatewayId }) => gatewayId),
    presence: (id, nowMs) => {
      const last = lastReports.get(id);
      const isSteady = last !== undefined && nowMs - last.atMs <= pauseMs;
      return {
        connected: connectedIds.has(id),
        left: leftIds.has(id),
        lastMessageMs: last?.atMs ?? null,
        firmware: last?.firmware ?? null,
        steadySinceMs: isSteady ? steadySince.get(id)! : null,
      };
    },
    noteBattery: (trackerId, level) => {
      if (level !== null && batteries.get(trackerId) !== level) batteries.set(trackerId, level);
    },
    battery: (trackerId) => batteries.get(trackerId) ?? null,
    flush: async () => {
      const [gateways, movedTo, trackers] = [gatewayReports, places, trackerReports];
      gatewayReports = new Map();
      places = new Map();
      trackerReports = new Map();
      try {
        await storeAll(gateways, stored.gateways);
        await storeAll(movedTo, stored.places);
        await storeAll(trackers, stored.trackers);
      } catch (error) {
        // A newer report of the device wins over the unwritten one, and takes over the fields that it lacks.
        gatewayReports = new Map([...gateways, ...gatewayReports]);
        places = new Map([...movedTo, ...places]);
        const newer = trackerReports;
        trackerReports = trackers;
        for (const [id, report] of newer)
          trackerAt(id, report.atMs, report.rssi, report.batteryLevel, report.batteryMv);
        throw error;
      }
    },
  };
}
