import type { Kysely } from "kysely";
import type { BrokerClient } from "../adapters/broker/broker.ts";
import type { Bus } from "../adapters/bus/bus.ts";
import type { Changed, ChangedKind } from "../adapters/bus/changed.ts";
import type { Database } from "../adapters/database/schema.ts";
import { refresher } from "../refresher.ts";
import { oneAtATime } from "../turns.ts";
import { devicesRepository, type KnownGateway, type KnownTracker } from "./devices.repository.ts";
import { signInDevice } from "./deviceSignIn.ts";

export type { KnownGateway, KnownTracker };

export interface KnownDevices {
  gateway(id: string): KnownGateway | undefined;
  /** A tracker of a customer by its MAC; archived ones are not known. */
  tracker(customerId: string, mac: string): KnownTracker | undefined;
  trackerById(id: string): KnownTracker | undefined;
  /**
   * Reads an authenticated device that was only just created and is not known yet, or its messages would be lost.
   * Rejects if it cannot be read.
   */
  learn(kind: "gateway" | "tracker", id: string): Promise<void>;
  /** The client with these MQTT credentials. */
  authenticate(username: string, password: string): Promise<BrokerClient | null>;
  /** Resolves when every announced change has been read, or could not be. */
  settled(): Promise<void>;
  /** Since when changes could not be read, ms; null: all of them were. */
  staleSinceMs(): number | null;
  close(): void;
}

/**
 * Gateways and trackers in memory, since every advert needs them. What the bus announces as changed is read again.
 * Rejects if they cannot be read at the start; later the old ones stay in use until they can.
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
    // Another tracker may have got its MAC meanwhile.
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
  // One reading at a time: an older one must not put back what a newer one has taken away.
  const inTurn = oneAtATime();
  const isKnown = (kind: "gateway" | "tracker", id: string): boolean =>
    (kind === "gateway" ? gateways : trackers).has(id);
  const learn: KnownDevices["learn"] = async (kind, id) => {
    if (isKnown(kind, id)) return;
    await inTurn(async () => {
      if (!isKnown(kind, id)) await (kind === "gateway" ? readGateways([id]) : readTrackers([id]));
    });
  };
  const copy = refresher<Changed>({ ...parts, read: (changes) => inTurn(() => read(changes)) });
  bus.subscribe("changed", (changed) => {
    if (kindsOfDevices.has(changed.kind)) copy.ask(changed);
  });
  await inTurn(readAll);

  return {
    gateway: (id) => gateways.get(id),
    tracker: (customerId, mac) => trackersByMac.get(keyOf({ customerId, mac })),
    trackerById: (id) => trackers.get(id),
    learn,
    authenticate: async (username, password) => {
      const client = await signInDevice(db, username, password);
      if (client?.kind === "gateway" || client?.kind === "tracker") await learn(client.kind, client.id);
      return client;
    },
    settled: copy.settled,
    staleSinceMs: copy.staleSinceMs,
    close: copy.close,
  };
}

/** Changes of other kinds do not affect devices. */
const kindsOfDevices: ReadonlySet<ChangedKind> = new Set(["gateway", "tracker", "asset", "link", "site", "everything"]);

function keyOf({ customerId, mac }: Pick<KnownTracker, "customerId" | "mac">): string {
  return `${customerId}/${mac}`;
}
