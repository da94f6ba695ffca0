import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset, type TestSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { isInScope, shareOfId } from "../../platform/log/logScope.ts";
import { partitionOf } from "../../platform/log/partitions.ts";
import { leaseEnd } from "../../platform/database/lease.ts";
import { devicesRepository } from "./devices.repository.ts";
import { dueFailedMessages } from "./failedMessages.repository.ts";
import { logCursorsRepository } from "./logCursors.repository.ts";
import { LeaseLost } from "./logShare.ts";
import { scopeOf } from "./siteShares.ts";
import { siteDivision, slowestShare } from "./siteShares.repository.ts";

const database = await testDatabase();
const { db } = database;
const logId = "01990000-0000-7000-9000-0000000000dd";
const ours = (): Promise<void> => Promise.resolve();
/** Three gateways are too many. */
const division = siteDivision(db, logId, { gateways: 2, trackers: 100 });
const cursorsOf = (partition: number) => logCursorsRepository(db, { logId, partition }, ours);
let site: TestSite;
let home: number;
let assets: TestAsset[];

beforeEach(async () => {
  await database.reset();
  const customer = await aCustomer(database);
  site = await aSite(database, customer);
  home = partitionOf(site.id);
  for (const x of [1, 2, 3]) await aGateway(database, customer, site, { x, y: 1 });
  assets = [];
  for (let nth = 0; nth < 12; nth++) assets.push(await anAsset(database, customer, site));
  await cursorsOf(home).storeLocated({ position: 7, atMs: 5_000 });
  await cursorsOf(home).storeSightings(db, [0, 3], 9);
});

test("a site that is too large is divided once, and each share continues where its home is", async () => {
  expect(await division.due([home, (home % 16) + 1])).toEqual([
    { siteId: site.id, partition: home, isDivided: false, shares: 3 },
  ]);
  await division.divide(home, ours);
  const shares = await division.all();
  expect(shares).toEqual([17, 18].map((partition, nth) => ({ siteId: site.id, share: nth + 1, partition })));
  for (const { partition } of shares) {
    expect(await cursorsOf(partition).located()).toEqual({ position: 7, atMs: 5_000 });
    expect(await cursorsOf(partition).sightings()).toEqual(await cursorsOf(home).sightings());
  }
  expect(await division.due([home])).toEqual([]);
  await division.divide(home, ours);
  expect(await division.all()).toEqual(shares);
});

test("all trackers of an asset are in its share, and each tracker is in one", async () => {
  await division.divide(home, ours);
  const scopes = [home, 17, 18].map((partition) => division.all().then((shares) => scopeOf(partition, shares)!));
  const all = await Promise.all(scopes);
  const trackers = await devicesRepository(db).trackers("all");
  expect(trackers).toHaveLength(assets.length);
  for (const tracker of trackers) {
    const of = all.filter((scope) => isInScope(scope, site.id, tracker));
    expect(of).toHaveLength(1);
    expect(of).toEqual(all.filter((scope) => isInScope(scope, site.id, tracker.asset!)));
    expect(of[0]!.part?.share ?? 0).toBe(shareOfId(tracker.asset!.id, 3));
  }
});

test("what the home of a site failed before its division is tried again by all shares, a while after it", async () => {
  const [asset] = assets;
  const { customer_id } = await db.selectFrom("sites").select("customer_id").executeTakeFirstOrThrow();
  const aMessage = (position: number) => ({
    id: uuidv7(),
    customer_id,
    site_id: site.id,
    sender_kind: "tracker" as const,
    sender_id: asset!.trackerId,
    topic: "t",
    payload: Buffer.from("bitter"),
    received_at: new Date(0),
    log_id: logId,
    position,
    tries: 1,
    tried_at: new Date(0),
    retried_at: new Date(1_000),
    reason: "why",
  });
  const home0 = { ...aMessage(2), shares: [0] };
  await db
    .insertInto("failed_messages")
    .values([aMessage(1), home0])
    .execute();
  await division.divide(home, ours);
  const dueBefore = (before: number) => dueFailedMessages(db, { partition: home, tries: 3, before: new Date(before) });
  expect(await dueBefore(Date.now() - 60_000)).toEqual([]);
  expect((await dueBefore(Date.now() + 60_000)).map(({ shares }) => shares)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

test("whoever has lost the partition divides nothing", async () => {
  await expect(division.divide(home, () => Promise.reject(new LeaseLost()))).rejects.toThrow(LeaseLost);
  expect(await division.all()).toEqual([]);
});

test("no site is divided while a process of a release without shares runs", async () => {
  const process = "01990000-0000-7000-9000-000000000001";
  await db
    .insertInto("log_processes")
    .values({ log_id: logId, process, leased_until: leaseEnd(60_000) })
    .execute();
  expect(await division.due([home])).toEqual([]);
  await division.divide(home, ours);
  expect(await division.all()).toEqual([]);
  await db
    .updateTable("log_processes")
    .set({ leased_until: leaseEnd(0) })
    .execute();
  await division.divide(home, ours);
  expect(await division.all()).toHaveLength(2);
});

test("the home forgets messages only once the slowest share is past them", async () => {
  await division.divide(home, ours);
  expect(await slowestShare(db, logId, [site.id])).toEqual({ position: 0, atMs: 5_000 });
  for (const partition of [17, 18]) {
    await cursorsOf(partition).storeSightings(db, [...Array(64).keys()], 20 + partition);
    await cursorsOf(partition).storeLocated({ position: 30, atMs: 1_000 * partition });
  }
  expect(await slowestShare(db, logId, [site.id])).toEqual({ position: 30, atMs: 17_000 });
  expect(await slowestShare(db, logId, [])).toBeNull();
});

test("the partitions of a site that is deleted are gone, and their numbers are not used again", async () => {
  await division.divide(home, ours);
  await db.deleteFrom("site_shares").execute();
  await division.divide(home, ours);
  expect((await division.all()).map(({ partition }) => partition)).toEqual([19, 20]);
});
