import type { Kysely } from "kysely";
import { adapterForTopic } from "@pulse/protocols/catalogue";
import type { BrokerClient } from "../../platform/broker/broker.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Changed, ChangedKind } from "../../platform/bus/changed.ts";
import type { Database } from "../../platform/database/schema.ts";
import { refresher } from "../../platform/runtime/refresher.ts";
import { serialQueue } from "../../platform/runtime/keyedQueue.ts";
import type { RegisteredGateway, RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import { devicesRepository } from "./devices.repository.ts";
import { signInDevice } from "../../platform/devices/deviceSignIn.ts";
import type { GatewayFaults } from "./gatewayFaults.ts";
import { type Identified, trackersByIdentity } from "./trackersByIdentity.ts";
import { type SiteGateways, siteGateways } from "./siteGateways.ts";
import type { TopicOwners } from "./topicOwners.ts";

export interface DeviceRegistry {
  gateway(id: string): RegisteredGateway | undefined;
  /** A gateway of a customer by its MAC, "AA:BB:…". */
  gatewayByMac(customerId: string, mac: string): RegisteredGateway | undefined;
  /** The tracker of a customer that an advert is of; archived ones are not known. */
  tracker(customerId: string, advert: Identified): RegisteredTracker | undefined;
  trackerById(id: string): RegisteredTracker | undefined;
  /**
   * Reads an authenticated device that was only just created and is not known yet, or its messages would be lost.
   * Rejects if it cannot be read.
   */
  learn(kind: "gateway" | "tracker", id: string): Promise<void>;
  /** Reads the trackers of a site anew, since who divides a site announces nothing. */
  readSite(siteId: string): Promise<void>;
  /** Reads these trackers anew. */
  readTrackers(ids: readonly string[]): Promise<void>;
  /** The registered gateways of each site by their topics. */
  siteGateways: Pick<SiteGateways, "publisher">;
  /** The client with these MQTT credentials. */
  authenticate(username: string, password: string): Promise<BrokerClient | null>;
  /** Whose topic it is, for a broker that does not say who sent a message; null: nobody's, or several devices'. */
  senderOf(topic: string): BrokerClient | null | Promise<BrokerClient | null>;
  /** Resolves when every announced change has been read, or could not be. */
  settled(): Promise<void>;
  /** Since when changes could not be read, ms; null: all of them were. */
  staleSinceMs(): number | null;
  close(): void;
}

/**
 * Gateways and trackers in memory, since every advert needs them. Devices that the bus announces as changed are read
 * again. Rejects if they cannot be read at the start; later the old ones stay in use until they can.
 */
export async function deviceRegistry(parts: {
  db: Kysely<Database>;
  bus: Bus;
  now(): number;
  random(): number;
  problem(error: unknown): void;
  faults: Pick<GatewayFaults, "record" | "signedIn">;
  /** Null: the broker knows who has sent a message. */
  owners: TopicOwners | null;
}): Promise<DeviceRegistry> {
  const { db, bus, faults, owners } = parts;
  const stored = devicesRepository(db);
  const gateways = new Map<string, RegisteredGateway>();
  const gatewaysByMac = new Map<string, RegisteredGateway>();
  const trackers = new Map<string, RegisteredTracker>();
  const byIdentity = trackersByIdentity();
  const bySite = siteGateways();
  /** Topics that are nobody's, so that they are looked up once. */
  const unknownTopics = new Set<string>();

  const dropTracker = (id: string): void => {
    const tracker = trackers.get(id);
    trackers.delete(id);
    owners?.drop(id);
    if (tracker) byIdentity.drop(tracker);
  };
  const readGateways = async (ids: readonly string[] | "all"): Promise<void> => {
    const rows = await stored.gateways(ids);
    unknownTopics.clear();
    for (const id of ids === "all" ? gateways.keys() : ids) {
      const known = gateways.get(id);
      // Another gateway may have got its MAC meanwhile.
      if (known && gatewaysByMac.get(macKey(known.customerId, known.mac))?.id === id)
        gatewaysByMac.delete(macKey(known.customerId, known.mac));
      gateways.delete(id);
      owners?.drop(id);
      bySite.drop(id);
    }
    for (const row of rows) {
      gateways.set(row.id, row);
      gatewaysByMac.set(macKey(row.customerId, row.mac), row);
      owners?.gateway(row);
      bySite.put(row);
    }
  };
  const readTrackers = async (ids: readonly string[] | "all"): Promise<void> => {
    const rows = await stored.trackers(ids);
    unknownTopics.clear();
    for (const id of ids === "all" ? trackers.keys() : ids) dropTracker(id);
    for (const row of rows) {
      trackers.set(row.id, row);
      owners?.tracker(row);
      byIdentity.put(row);
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
    const removedSites = new Set(await stored.removedSites(idsOf(changes, "site")));
    const isOfRemovedSite = (device: { siteId: string }): boolean => removedSites.has(device.siteId);
    const gatewayIds = idsOf(changes, "gateway");
    const removedGateways =
      removedSites.size > 0 ? [...gateways.values()].filter(isOfRemovedSite).map(({ id }) => id) : [];
    if (gatewayIds.length + removedGateways.length > 0) await readGateways([...gatewayIds, ...removedGateways]);

    const linked = idsOf(changes, "link", "asset");
    const wasLinked = new Set(linked);
    const affected = [...trackers.values()].filter(
      (tracker) => isOfRemovedSite(tracker) || (tracker.asset && wasLinked.has(tracker.asset.id)),
    );
    const trackerIds = new Set([
      ...idsOf(changes, "tracker", "link"),
      ...(await stored.trackersLinkedBy(linked)),
      ...affected.map(({ id }) => id),
    ]);
    if (trackerIds.size > 0) await readTrackers([...trackerIds]);
  };
  // One reading at a time: an older one must not put back what a newer one has taken away.
  const serially = serialQueue();
  const isKnown = (kind: "gateway" | "tracker", id: string): boolean =>
    (kind === "gateway" ? gateways : trackers).has(id);
  const learn: DeviceRegistry["learn"] = async (kind, id) => {
    if (isKnown(kind, id)) return;
    await serially(async () => {
      if (!isKnown(kind, id)) await (kind === "gateway" ? readGateways([id]) : readTrackers([id]));
    });
  };
  /** A device may be so new that it has not been announced yet. */
  const lookUp = async (topic: string): Promise<BrokerClient | null> => {
    if (unknownTopics.size > maxUnknownTopics) unknownTopics.clear();
    unknownTopics.add(topic);
    const name = nameInTopic(topic);
    if (name === null) return null;
    const ids = await stored.idsOfName(name);
    for (const id of ids.gateways) await learn("gateway", id);
    for (const id of ids.trackers) await learn("tracker", id);
    return owners?.of(topic) ?? null;
  };
  const copy = refresher<Changed>({ ...parts, read: (changes) => serially(() => read(changes)) });
  bus.subscribe("changed", (changed) => {
    if (kindsOfDevices.has(changed.kind)) copy.request(changed);
  });
  await serially(readAll);

  return {
    gateway: (id) => gateways.get(id),
    gatewayByMac: (customerId, mac) => gatewaysByMac.get(macKey(customerId, mac)),
    tracker: byIdentity.find,
    trackerById: (id) => trackers.get(id),
    learn,
    readSite: (siteId) => serially(async () => readTrackers(await stored.trackersOfSite(siteId))),
    readTrackers: (ids) => serially(() => readTrackers(ids)),
    siteGateways: bySite,
    authenticate: async (username, password) => {
      const client = await signInDevice(db, username, password, ({ kind, id }) => {
        if (kind === "gateway") faults.record(id, "password", null);
      });
      if (client?.kind === "gateway") faults.signedIn(client.id);
      if (client?.kind === "gateway" || client?.kind === "tracker") await learn(client.kind, client.id);
      if (client?.kind === "site_gateways")
        return { ...client, mayReceive: (topic) => bySite.isDownlink(client.siteId ?? "", topic) };
      return client;
    },
    senderOf: (topic) => owners?.of(topic) ?? (unknownTopics.has(topic) ? null : lookUp(topic)),
    settled: copy.settled,
    staleSinceMs: copy.staleSinceMs,
    close: copy.close,
  };
}

const maxUnknownTopics = 10_000;
const macKey = (customerId: string, mac: string): string => `${customerId} ${mac}`;

/** The MAC or the MQTT guid that a topic has in it; null: neither. */
function nameInTopic(topic: string): string | null {
  const [, tracker] = /^pulse\/v1\/trackers\/([^/]+)\/up$/.exec(topic) ?? [];
  return tracker ?? (adapterForTopic(topic)?.gatewayOfTopic(topic) || null);
}

/** Changes of other kinds do not affect devices. */
const kindsOfDevices: ReadonlySet<ChangedKind> = new Set(["gateway", "tracker", "asset", "link", "site", "everything"]);
