import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset, type TestSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import type { NewCustomer } from "../../resources/customers/newCustomer.repository.ts";
import { leaseEnd } from "../../platform/database/lease.ts";
import type { Database } from "../../platform/database/schema.ts";
import { type LogScope, shareAt } from "../../platform/log/logScope.ts";
import { partitionOf } from "../../platform/log/partitions.ts";
import { devicesRepository } from "./devices.repository.ts";
import { logCursorsRepository } from "./logCursors.repository.ts";
import { holdsLease } from "./partitionLeases.repository.ts";
import { shareChangeEntry, shareMoves } from "./shareMoves.ts";
import { scopeOf } from "./siteShares.ts";
import { type DueSite, siteDivision } from "./siteShares.repository.ts";
import { moveTrackers } from "./trackerShares.repository.ts";

const database = await testDatabase();
const { db } = database;
const logId = "01990000-0000-7000-9000-0000000000dc";
const ours = (): Promise<void> => Promise.resolve();
/** Three gateways are too many, and each share is meant to have one. */
const division = siteDivision(db, logId, { gateways: 2, trackers: 1_000 });
const cursorsOf = (partition: number) => logCursorsRepository(db, { logId, partition }, ours);
const allSlices = Array.from({ length: 64 }, (_, nth) => nth);
let customer: NewCustomer;
let site: TestSite;
let home: number;
let assets: TestAsset[];

/** A site of three shares that are at different places of the log, with things that are in others than their ids say. */
beforeEach(async () => {
  await database.reset();
  customer = await aCustomer(database);
  site = await aSite(database, customer);
  home = partitionOf(site.id);
  await addGateways(3);
  await division.divide(home, ours);
  assets = [];
  for (let nth = 0; nth < 40; nth++) assets.push(await anAsset(database, customer, site, { linked: nth % 4 !== 0 }));
  // As if links had come and gone: with their assets, or on their own.
  for (const [nth, asset] of assets.entries()) {
    const share = nth % 3;
    if (nth % 2 === 0) await db.insertInto("asset_shares").values({ asset_id: asset.id, share }).execute();
    const stored = { tracker_id: asset.trackerId, share, since: 3, share_before: (share + 1) % 3 };
    if (nth % 2 === 0 || nth % 5 === 0) await db.insertInto("tracker_shares").values(stored).execute();
  }
  for (const [nth, partition] of [home, 17, 18].entries()) {
    await cursorsOf(partition).storeLocated({ position: 10 + nth, atMs: 1_000 * (nth + 1) });
    await cursorsOf(partition).storeSightings(db, allSlices, 20 + nth);
  }
});

const addGateways = async (count: number): Promise<void> => {
  for (let x = 0; x < count; x++) await aGateway(database, customer, site, { x, y: 1 });
};
const dueSite = async (): Promise<DueSite> => (await division.due([home]))[0]!;
/** The site is left by all of its shares, and its home is taken. */
const grow = async (): Promise<void> => {
  await division.announceGrowth(await dueSite(), ours);
  await division.divide(home, ours);
};
const partitions = async (): Promise<number[]> => (await division.all()).map(({ partition }) => partition);
/** In which of so many shares each tracker and asset is. */
const sharesOfAll = async (shares: number): Promise<Map<string, number>> => {
  const all = new Map<string, number>();
  for (const tracker of await devicesRepository(db).trackers("all")) {
    all.set(tracker.id, shareAt(tracker, shares));
    if (tracker.asset !== null) all.set(`asset of ${tracker.id}`, shareAt(tracker.asset, shares));
  }
  return all;
};
const noted = async (trx: Kysely<Database>, partition: number, token: number): Promise<boolean> =>
  holdsLease(trx, logId, { partition, token });

test("a divided site needs more shares once they would be twice as many", async () => {
  await addGateways(2);
  expect(await division.due([home])).toEqual([]);
  await addGateways(1);
  expect(await division.due([home])).toEqual([{ siteId: site.id, partition: home, isDivided: true, shares: 6 }]);
});

test("each share of a site that grows is divided for itself: a new one continues where the old one of its things is", async () => {
  await addGateways(7);
  const before = await sharesOfAll(3);
  await grow();
  // Ten are needed, and nine is a multiple of three.
  expect(await partitions()).toEqual([17, 18, 19, 20, 21, 22, 23, 24]);
  const after = await sharesOfAll(9);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [thing, share] of after) expect(share % 3).toBe(before.get(thing));
  expect(new Set(after.values()).size).toBeGreaterThan(5);
  for (const { share, partition } of await division.all()) {
    const old = share % 3;
    expect(await cursorsOf(partition).located()).toEqual({ position: 10 + old, atMs: 1_000 * (old + 1) });
    expect(await cursorsOf(partition).sightings()).toEqual(allSlices.map(() => 20 + old));
  }
  // Whatever they read again of before is the new share's, too.
  expect(await db.selectFrom("tracker_shares").select("since").where("since", "is not", null).execute()).toEqual([]);
  expect(await division.due([home])).toEqual([]);
});

test("an asset and its trackers that are together stay together", async () => {
  const isTogether = (all: Map<string, number>): string[] =>
    [...all.keys()].filter((thing) => all.has(`asset of ${thing}`) && all.get(thing) === all.get(`asset of ${thing}`));
  await addGateways(3);
  const before = isTogether(await sharesOfAll(3));
  expect(before.length).toBeGreaterThan(5);
  await grow();
  expect(isTogether(await sharesOfAll(6))).toEqual(expect.arrayContaining(before));
});

test("a site grows only once all have left it, and whoever was paused writes nothing of it afterwards", async () => {
  await addGateways(3);
  const lease = { log_id: logId, partition: 17, lease: uuidv7(), fencing_token: 5 };
  await db
    .insertInto("log_partitions")
    .values({ ...lease, leased_until: leaseEnd(60_000) })
    .execute();
  await grow();
  expect(await partitions()).toEqual([17, 18]);
  expect((await division.all()).some(({ isGrowing }) => isGrowing)).toBe(false);
  // A pause longer than its lease.
  await db
    .updateTable("log_partitions")
    .set({ leased_until: leaseEnd(0) })
    .execute();
  expect(await noted(db, 17, 5)).toBe(true);
  await grow();
  expect(await partitions()).toHaveLength(5);
  expect(await noted(db, 17, 5)).toBe(false);
});

test("a site does not grow while a tracker moves between its shares, nor while a process runs that would not leave it", async () => {
  await addGateways(3);
  const due = await dueSite();
  const move = { siteId: site.id, shares: 3, position: 11, trackerIds: [assets[1]!.trackerId] };
  for (const to of [0, 1]) await moveTrackers(db, { ...move, to });
  expect(await division.announceGrowth(due, ours)).toBe(false);
  await sql`update tracker_shares set since = 3`.execute(db);
  const process = "01990000-0000-7000-9000-000000000001";
  await db
    .insertInto("log_processes")
    .values({ log_id: logId, process, leased_until: leaseEnd(60_000), knows_shares: true })
    .execute();
  expect(await division.due([home])).toEqual([]);
  expect(await division.announceGrowth(due, ours)).toBe(true);
  await division.divide(home, ours);
  expect(await partitions()).toEqual([17, 18]);
});

test("what the log said of shares before a site grew does not count any more when it is read again", async () => {
  await addGateways(3);
  await grow();
  const before = await sharesOfAll(6);
  const scopes = await division.all().then((all) => scopeOf(home, all)!);
  const apply = async (position: number): Promise<void> => {
    const trackerIds = assets.map(({ trackerId }) => trackerId);
    const entry = shareChangeEntry({ siteId: site.id, to: 5, trackerIds, adopted: [] });
    await movesOf(scopes).apply({ ...entry, position, atMs: 0 }, () => false);
  };
  await apply(11);
  expect(await sharesOfAll(6)).toEqual(before);
  await apply(24);
  expect(new Set((await sharesOfAll(6)).values()).size).toBeLessThanOrEqual(before.size);
  expect(await db.selectFrom("tracker_shares").select("share").where("since", "=", 24).execute()).not.toEqual([]);
});

const movesOf = (scope: LogScope) =>
  shareMoves({
    db,
    logId,
    scope,
    check: ours,
    devices: { trackerById: () => undefined, readTrackers: async () => undefined },
    locate: { forget: () => undefined },
    positions: { flush: async () => undefined, forget: () => undefined },
  });

test("a failed message is tried again by all shares that come from the one that failed", async () => {
  const { customer_id } = await db.selectFrom("sites").select("customer_id").executeTakeFirstOrThrow();
  await db
    .insertInto("failed_messages")
    .values({
      id: uuidv7(),
      customer_id,
      site_id: site.id,
      sender_kind: "tracker",
      sender_id: assets[0]!.trackerId,
      topic: "t",
      payload: Buffer.from("bitter"),
      received_at: new Date(0),
      log_id: logId,
      position: 2,
      tries: 1,
      tried_at: new Date(0),
      retried_at: new Date(1_000),
      reason: "why",
      shares: sql`'{0,2}'::smallint[]`,
    })
    .execute();
  await addGateways(3);
  await grow();
  const [message] = await db.selectFrom("failed_messages").select(["shares", "retried_at"]).execute();
  expect(message!.shares!.toSorted((a, b) => a - b)).toEqual([0, 2, 3, 5]);
  expect(message!.retried_at).toBeNull();
});
