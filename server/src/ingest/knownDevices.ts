import type { HardwareType } from "@pulse/protocols/adapter";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";
import type { Kysely } from "kysely";
import type { BrokerClient } from "../adapters/broker/broker.ts";
import type { Bus } from "../adapters/bus/bus.ts";
import type { Changed, ChangedKind } from "../adapters/bus/changed.ts";
import type { Database } from "../adapters/database/schema.ts";
import { refresher } from "../refresher.ts";
import { devicesRepository, type KnownGateway, type KnownTracker } from "./devices.repository.ts";
import { secretMatches } from "./secrets.ts";

export type { KnownGateway, KnownTracker };

export interface KnownDevices {
  gateway(id: string): KnownGateway | undefined;
  /** A tracker of a customer by its MAC; archived ones are not known. */
  tracker(customerId: string, mac: string): KnownTracker | undefined;
  trackerById(id: string): KnownTracker | undefined;
  /**
   * Reads a device that has shown who it is and is not known yet, since it was made this instant: what it says would be
   * nobody's. Rejects when it cannot be read.
   */
  learn(kind: "gateway" | "tracker", id: string): Promise<void>;
  /** Who has these MQTT credentials. */
  authenticate(username: string, password: string): Promise<BrokerClient | null>;
  /** When what was announced as changed has been read, or could not be. */
  settled(): Promise<void>;
  /** Since when changes could not be read, ms; null: all of them were. */
  staleSinceMs(): number | null;
  close(): void;
}

/**
 * Gateways and trackers in memory, since each advert asks for them; what the bus says has changed is read again. Rejects
 * when they cannot be read at the start; later on the old ones stay in use until they can.
 */
export async function knownDevices(parts: {
  db: Kysely<Database>;
  bus: Bus;
  now(): number;
  random(): number;
  problem(error: unknown): void;
}): Promise<KnownDevices> {
  const { db, bus } = parts;
  const stored = devicesRepository(db);
  const gateways = new Map<string, KnownGateway>();
  const trackers = new Map<string, KnownTracker>();
  const trackersByMac = new Map<string, KnownTracker>();

  const dropTracker = (id: string): void => {
    const known = trackers.get(id);
    trackers.delete(id);
    // Another one may have taken over its MAC meanwhile.
    if (known && trackersByMac.get(keyOf(known))?.id === id) trackersByMac.delete(keyOf(known));
  };
  const readGateways = async (ids: readonly string[] | "all"): Promise<void> => {
    const rows = await stored.gateways(ids);
    for (const id of ids === "all" ? gateways.keys() : ids) gateways.delete(id);
    for (const row of rows) gateways.set(row.id, row);
  };
  const readTrackers = async (ids: readonly string[] | "all"): Promise<void> => {
    const rows = await stored.trackers(ids);
    for (const id of ids === "all" ? trackers.keys() : ids) dropTracker(id);
    for (const row of rows) {
      trackers.set(row.id, row);
      trackersByMac.set(keyOf(row), row);
    }
  };
  const readAll = async (): Promise<void> => {
    await readGateways("all");
    await readTrackers("all");
  };
  const idsOf = (changes: readonly Changed[], ...kinds: ChangedKind[]): string[] => [
    ...new Set(changes.filter(({ kind }) => kinds.includes(kind)).flatMap(({ ids }) => ids)),
  ];
  const read = async (changes: readonly Changed[]): Promise<void> => {
    if (changes.some(({ kind }) => kind === "everything")) return readAll();
    const gone = new Set(await stored.sitesGone(idsOf(changes, "site")));
    const ofGone = (one: { siteId: string }): boolean => gone.has(one.siteId);
    const gatewayIds = idsOf(changes, "gateway");
    const lostGateways = gone.size > 0 ? [...gateways.values()].filter(ofGone).map(({ id }) => id) : [];
    if (gatewayIds.length + lostGateways.length > 0) await readGateways([...gatewayIds, ...lostGateways]);

    const linked = idsOf(changes, "link", "asset");
    const wasLinked = new Set(linked);
    const held = [...trackers.values()].filter((one) => ofGone(one) || (one.asset && wasLinked.has(one.asset.id)));
    const trackerIds = new Set([
      ...idsOf(changes, "tracker", "link"),
      ...(await stored.trackersLinkedBy(linked)),
      ...held.map(({ id }) => id),
    ]);
    if (trackerIds.size > 0) await readTrackers([...trackerIds]);
  };
  const learn: KnownDevices["learn"] = async (kind, id) => {
    if (kind === "gateway" && !gateways.has(id)) await readGateways([id]);
    if (kind === "tracker" && !trackers.has(id)) await readTrackers([id]);
  };
  const copy = refresher<Changed>({ ...parts, read });
  bus.subscribe("changed", (changed) => {
    if (kindsOfDevices.has(changed.kind)) copy.ask(changed);
  });
  await readAll();

  return {
    gateway: (id) => gateways.get(id),
    tracker: (customerId, mac) => trackersByMac.get(keyOf({ customerId, mac })),
    trackerById: (id) => trackers.get(id),
    learn,
    authenticate: async (username, password) => {
      const client = await authenticate(db, username, password);
      if (client?.kind === "gateway" || client?.kind === "tracker") await learn(client.kind, client.id);
      return client;
    },
    settled: copy.settled,
    staleSinceMs: copy.staleSinceMs,
    close: copy.close,
  };
}

/** Changes of anything else leave devices as they are. */
const kindsOfDevices: ReadonlySet<ChangedKind> = new Set(["gateway", "tracker", "asset", "link", "site", "everything"]);

function keyOf({ customerId, mac }: Pick<KnownTracker, "customerId" | "mac">): string {
  return `${customerId}/${mac}`;
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
