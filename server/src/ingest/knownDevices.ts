import type { HardwareType } from "@pulse/protocols/adapter";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";
import type { Kysely } from "kysely";
import type { BrokerClient } from "../adapters/broker/broker.ts";
import type { Bus } from "../adapters/bus/bus.ts";
import type { Database } from "../adapters/database/schema.ts";
import { secretMatches } from "./secrets.ts";

export interface KnownGateway {
  id: string;
  guid: string;
  name: string;
  siteId: string;
  customerId: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  mqttGuid: string;
  hardwareType: HardwareType;
  /** Its own GPS says where it is. */
  mobile: boolean;
}

export interface KnownTracker {
  id: string;
  guid: string;
  siteId: string;
  customerId: string;
  /** As stored, percent. */
  batteryLevel: number | null;
  /** The asset it is linked to now; null: none, or an archived one. */
  asset: { id: string; guid: string } | null;
}

export interface KnownDevices {
  gateway(id: string): KnownGateway | undefined;
  /** A tracker of a customer by its MAC; archived ones are not known. */
  tracker(customerId: string, mac: string): KnownTracker | undefined;
  trackerById(id: string): KnownTracker | undefined;
  /** Who has these MQTT credentials. */
  authenticate(username: string, password: string): Promise<BrokerClient | null>;
  /** Reads everything again. */
  reload(): Promise<void>;
  /** The reload after the newest change that was announced, for whoever must know that it is in force. */
  settled(): Promise<void>;
}

/** Gateways and trackers in memory, since each advert asks for them; read again whenever the bus says `changed`. */
export async function knownDevices(
  db: Kysely<Database>,
  bus: Bus,
  onError: (error: unknown) => void,
): Promise<KnownDevices> {
  let gateways = new Map<string, KnownGateway>();
  let trackers = new Map<string, KnownTracker>();
  let trackersById = new Map<string, KnownTracker>();
  let reloading: Promise<void> | null = null;
  let again = false;

  const read = async (): Promise<void> => {
    const [gatewayRows, trackerRows] = await Promise.all([readGateways(db), readTrackers(db)]);
    gateways = new Map(gatewayRows.map((row) => [row.id, row]));
    trackersById = new Map();
    trackers = new Map();
    for (const row of trackerRows) {
      const tracker: KnownTracker = {
        id: row.id,
        guid: row.guid,
        siteId: row.site_id,
        customerId: row.customer_id,
        batteryLevel: row.battery_level,
        asset: row.asset_id && row.asset_guid ? { id: row.asset_id, guid: row.asset_guid } : null,
      };
      trackersById.set(row.id, tracker);
      trackers.set(`${row.customer_id}/${row.mac}`, tracker);
    }
  };
  // Changes that come while a read runs are covered by one more read after it.
  const reload = (): Promise<void> => {
    if (reloading) {
      again = true;
      return reloading;
    }
    reloading = (async () => {
      try {
        do {
          again = false;
          await read();
        } while (again);
      } finally {
        reloading = null;
      }
    })();
    return reloading;
  };
  bus.subscribe("changed", () => {
    reload().catch(onError);
  });
  await reload();

  return {
    gateway: (id) => gateways.get(id),
    tracker: (customerId, mac) => trackers.get(`${customerId}/${mac}`),
    trackerById: (id) => trackersById.get(id),
    authenticate: (username, password) => authenticate(db, username, password),
    reload,
    settled: async () => {
      await reloading;
    },
  };
}

async function readGateways(db: Kysely<Database>): Promise<KnownGateway[]> {
  const rows = await db
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .select(["h.id", "h.guid", "h.name", "h.site_id", "h.customer_id", "h.mac", "h.mqtt_guid", "t.type", "t.mobile"])
    .where("h.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    guid: row.guid,
    name: row.name,
    siteId: row.site_id,
    customerId: row.customer_id,
    mac: row.mac,
    mqttGuid: row.mqtt_guid,
    hardwareType: row.type,
    mobile: row.mobile,
  }));
}

function readTrackers(db: Kysely<Database>) {
  return db
    .selectFrom("trackers as t")
    .leftJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "t.id").on("l.unlinked_at", "is", null))
    .leftJoin("assets as a", (join) =>
      join.onRef("a.id", "=", "l.asset_id").on("a.archived", "=", false).on("a.deleted_at", "is", null),
    )
    .select(["t.id", "t.guid", "t.mac", "t.site_id", "t.customer_id", "t.battery_level"])
    .select(["a.id as asset_id", "a.guid as asset_guid"])
    .where("t.archived", "=", false)
    .where("t.deleted_at", "is", null)
    .execute();
}

/** Asked once for each connection, so it goes to the database and a new password is in force at once. */
async function authenticate(db: Kysely<Database>, username: string, password: string): Promise<BrokerClient | null> {
  const gateway = await db
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .select(["h.id", "h.name", "h.mac", "h.mqtt_guid", "h.mqtt_secret_hash", "t.type"])
    .where("h.mqtt_username", "=", username)
    .where("h.deleted_at", "is", null)
    .executeTakeFirst();
  if (gateway)
    return secretMatches(password, gateway.mqtt_secret_hash)
      ? {
          kind: "gateway",
          id: gateway.id,
          name: gateway.name,
          ...gatewayTopics(gateway.type, gateway.mac, gateway.mqtt_guid),
        }
      : null;

  const tracker = await db
    .selectFrom("trackers")
    .select(["id", "name", "mqtt_guid", "mqtt_secret_hash"])
    .where("mqtt_username", "=", username)
    .where("archived", "=", false)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (tracker)
    return secretMatches(password, tracker.mqtt_secret_hash)
      ? {
          kind: "tracker",
          id: tracker.id,
          name: tracker.name,
          publishTopics: new Set([`pulse/v1/trackers/${tracker.mqtt_guid}/up`]),
          subscribeTopics: [`pulse/v1/trackers/${tracker.mqtt_guid}/down`],
        }
      : null;

  const site = await db
    .selectFrom("sites as s")
    .innerJoin("customers as c", "c.id", "s.customer_id")
    .select(["s.id", "s.name", "s.guid", "c.guid as customer_guid", "s.mqtt_secret_hash"])
    .where("s.mqtt_username", "=", username)
    .executeTakeFirst();
  if (site)
    return secretMatches(password, site.mqtt_secret_hash)
      ? listener("site", site.id, site.name, `pulse/v1/${site.customer_guid}/${site.guid}/#`)
      : null;

  const customer = await db
    .selectFrom("customers")
    .select(["id", "name", "guid", "mqtt_secret_hash"])
    .where("mqtt_username", "=", username)
    .executeTakeFirst();
  return customer && secretMatches(password, customer.mqtt_secret_hash)
    ? listener("customer", customer.id, customer.name, `pulse/v1/${customer.guid}/#`)
    : null;
}

function listener(kind: "site" | "customer", id: string, name: string, filter: string): BrokerClient {
  return { kind, id, name, publishTopics: new Set(), subscribeTopics: [filter] };
}

/** A gateway's topics: its maker's own, and ours (shapes S10). */
export function gatewayTopics(
  hardwareType: HardwareType,
  mac: string,
  mqttGuid: string,
): { publishTopics: ReadonlySet<string>; subscribeTopics: readonly string[] } {
  const maker = adapterForHardwareType(hardwareType);
  const identity = { mac, mqttGuid };
  return {
    publishTopics: new Set([...(maker?.publishTopics(identity) ?? []), `pulse/v1/gateways/${mqttGuid}/up`]),
    subscribeTopics: [...(maker?.subscribeTopics(identity) ?? []), `pulse/v1/gateways/${mqttGuid}/down`],
  };
}
