import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test, vi } from "vitest";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset, type TestSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import type { RegisteredTracker } from "../../platform/devices/registeredDevice.ts";
import type { LogEntry, LogRecord } from "../../platform/log/messageLog.ts";
import { isInScope, type LogScope, shareAt } from "../../platform/log/logScope.ts";
import { partitionOf } from "../../platform/log/partitions.ts";
import { devicesRepository } from "./devices.repository.ts";
import { linkedTrackers, lookOnceRead } from "./linkedTrackers.ts";
import { logCursorsRepository } from "./logCursors.repository.ts";
import { shareMoves } from "./shareMoves.ts";
import { scopeOf } from "./siteShares.ts";
import { siteDivision } from "./siteShares.repository.ts";

const database = await testDatabase();
const { db } = database;
const logId = "01990000-0000-7000-9000-0000000000de";
const ours = (): Promise<void> => Promise.resolve();
const division = siteDivision(db, logId, { gateways: 2, trackers: 1_000 });
const shares = 3;
let site: TestSite;
let scopes: LogScope[];
let assets: TestAsset[];
let loose: TestAsset[];
let appended: LogEntry[];
/** Why the log takes nothing. */
let refusal: Error | null;
let keepTogether: () => Promise<void>;

/** A site of three shares with things in them, and things without a link. */
beforeEach(async () => {
  await database.reset();
  const customer = await aCustomer(database);
  site = await aSite(database, customer);
  const home = partitionOf(site.id);
  for (const x of [1, 2, 3]) await aGateway(database, customer, site, { x, y: 1 });
  assets = [];
  loose = [];
  for (let nth = 0; nth < 12; nth++) assets.push(await anAsset(database, customer, site));
  for (let nth = 0; nth < 12; nth++) loose.push(await anAsset(database, customer, site, { linked: false }));
  await division.divide(home, ours);
  const all = await division.all();
  scopes = [home, 17, 18].map((partition) => scopeOf(partition, all)!);
  appended = [];
  refusal = null;
  const log = {
    append: async (entry: LogEntry) => {
      if (refusal !== null) throw refusal;
      appended.push(entry);
    },
  };
  keepTogether = linkedTrackers({ db, logId, scope: scopes[0]!, log });
});

const link = (asset: TestAsset, tracker: TestAsset): Promise<unknown> =>
  db
    .insertInto("links")
    .values({
      id: uuidv7(),
      asset_id: asset.id,
      tracker_id: tracker.trackerId,
      linked_at: new Date(),
      linked_by: "test",
    })
    .execute();
const trackerOf = async ({ trackerId }: TestAsset): Promise<RegisteredTracker> =>
  (await devicesRepository(db).trackers([trackerId]))[0]!;
const shareOf = async (asset: TestAsset, position?: number): Promise<number> =>
  shareAt(await trackerOf(asset), shares, position);
/** The asset's share, as the live path of its tracker knows it. */
const assetShareOf = async (tracker: TestAsset): Promise<number> => shareAt((await trackerOf(tracker)).asset!, shares);
/** A thing without a link whose tracker, or itself, is in another share than this one. */
const elsewhere = async (share: number, of: "tracker" | "asset"): Promise<TestAsset> => {
  for (const one of loose)
    if (shareAt({ id: of === "tracker" ? one.trackerId : one.id, share: null }, shares) !== share) return one;
  throw new Error("all of them are in one share");
};
/** What a share has forgotten, and its changes. */
const inShare = (scope: LogScope) => {
  const known = new Map<string, RegisteredTracker>();
  const forgotten: string[] = [];
  const flush = vi.fn(async () => undefined);
  const devices = {
    trackerById: (id: string) => known.get(id),
    readTrackers: async (ids: readonly string[]) => {
      for (const tracker of await devicesRepository(db).trackers(ids)) known.set(tracker.id, tracker);
    },
  };
  const moves = shareMoves({
    logId,
    db,
    scope,
    check: ours,
    devices,
    locate: { forget: (id) => void forgotten.push(id) },
    positions: { flush, forget: () => undefined },
  });
  return { scope, moves, forgotten, flush, devices };
};
const recordAt = (position: number): LogRecord => ({ ...appended.at(-1)!, position, atMs: 1_000 });

test("nothing is put into the log while all trackers of an asset are in its share", async () => {
  await keepTogether();
  expect(appended).toEqual([]);
});

/** A new asset that is linked to a tracker of another share, and that share. */
const newAsset = async () => {
  const tracker = loose[0]!;
  const share = await shareOf(tracker);
  const asset = await elsewhere(share, "asset");
  await link(asset, tracker);
  const assetShare = await assetShareOf(tracker);
  expect(assetShare).not.toBe(share);
  return { tracker, share, asset, assetShare };
};

test("a new asset goes to the share of its first tracker, which stays where it is, once that is in the log", async () => {
  const { tracker, share, assetShare } = await newAsset();
  refusal = new Error("the log is full");
  await expect(keepTogether()).rejects.toThrow("the log is full");
  expect(await assetShareOf(tracker)).toBe(assetShare);
  refusal = null;
  await keepTogether();
  expect(await assetShareOf(tracker)).toBe(assetShare);
  expect(appended).toHaveLength(1);
  for (const { moves, devices, flush } of scopes.map(inShare)) {
    await moves.apply(recordAt(100), () => false);
    expect(shareAt(devices.trackerById(tracker.trackerId)!.asset!, shares)).toBe(share);
    expect(flush).not.toHaveBeenCalled();
  }
  expect(await shareOf(tracker)).toBe(share);
  await keepTogether();
  expect(appended).toHaveLength(1);
});

test("an asset of which something has become known before the shares read the record stays where it is", async () => {
  const { tracker, asset, assetShare } = await newAsset();
  await keepTogether();
  await link(
    asset,
    loose.find((one) => one !== tracker)!,
  );
  for (const { moves } of scopes.map(inShare)) await moves.apply(recordAt(100), () => false);
  expect(await assetShareOf(tracker)).toBe(assetShare);
});

test("a tracker is put into the log once, however long nobody reads it", async () => {
  const [asset] = assets;
  const to = await shareOf(asset!);
  const tracker = await elsewhere(to, "tracker");
  await link(asset!, tracker);
  loose = loose.filter((one) => one !== tracker);
  const reading = Promise.withResolvers<void>();
  let isCaughtUp = false;
  const look = lookOnceRead(keepTogether, { caughtUp: () => isCaughtUp, settled: () => reading.promise });
  await look();
  expect(appended).toEqual([]);
  isCaughtUp = true;
  await look();
  await look();
  expect(appended).toHaveLength(1);
  await Promise.all(scopes.map((scope) => inShare(scope).moves.apply(recordAt(100), () => false)));
  reading.resolve();
  await reading.promise;
  await link(assets[1]!, await elsewhere(await shareOf(assets[1]!), "tracker"));
  for (const { partition } of scopes)
    await logCursorsRepository(db, { logId, partition }, ours).storeLocated({ position: 101, atMs: 2_000 });
  await vi.waitFor(async () => {
    await look();
    expect(appended).toHaveLength(2);
  });
});

test("another tracker of an asset goes to its share at one place of the log, which waits until the one that had it has stored all of it", async () => {
  const [asset] = assets;
  const to = await shareOf(asset!);
  const tracker = await elsewhere(to, "tracker");
  const from = await shareOf(tracker);
  await link(asset!, tracker);
  await keepTogether();
  expect(await shareOf(tracker)).toBe(from);
  const works = scopes.map(inShare);
  const record = recordAt(100);
  expect(works[0]!.moves.isChange(record)).toBe(true);
  expect(works[0]!.moves.isChange({ ...record, source: `gateway/${site.id}` })).toBe(false);
  let isDone = false;
  const getting = works[to]!.moves.apply(record, () => false).then(() => (isDone = true));
  const other = works.find((_, share) => share !== to && share !== from);
  await other!.moves.apply(record, () => false);
  expect(isDone).toBe(false);
  await works[from]!.moves.apply(record, () => false);
  await getting;
  expect(works[from]!.flush).toHaveBeenCalled();
  expect(works[to]!.flush).not.toHaveBeenCalled();
  expect(other!.flush).not.toHaveBeenCalled();
  expect(works[from]!.forgotten).toEqual([tracker.trackerId]);
  expect(works[to]!.forgotten).toEqual([]);
  expect([await shareOf(tracker, 99), await shareOf(tracker, 100), await shareOf(tracker)]).toEqual([from, to, to]);
  const found = works[to]!.devices.trackerById(tracker.trackerId)!;
  expect(scopes.filter((scope) => isInScope(scope, site.id, found, 99))).toEqual([scopes[from]]);
  // Whoever takes a share over reads it again.
  for (const { moves } of works) await moves.apply(record, () => false);
  expect([await shareOf(tracker, 99), await shareOf(tracker, 100)]).toEqual([from, to]);
});

test("one that stops does not wait for another share any longer", async () => {
  const [asset] = assets;
  const to = await shareOf(asset!);
  await link(asset!, await elsewhere(to, "tracker"));
  await keepTogether();
  await expect(inShare(scopes[to]!).moves.apply(recordAt(100), () => true)).rejects.toThrow("has not left");
});

test("the next trackers move only when all shares are past the last move", async () => {
  const [asset, another] = assets;
  const to = await shareOf(asset!);
  await link(asset!, await elsewhere(to, "tracker"));
  await keepTogether();
  const works = scopes.map(inShare);
  await Promise.all(works.map(({ moves }) => moves.apply(recordAt(100), () => false)));
  loose = loose.filter(({ trackerId }) => works.every(({ devices }) => devices.trackerById(trackerId) === undefined));
  await link(another!, await elsewhere(await shareOf(another!), "tracker"));
  await keepTogether();
  expect(appended).toHaveLength(1);
  const cursors = scopes.map(({ partition }) => logCursorsRepository(db, { logId, partition }, ours));
  for (const one of cursors) await one.storeLocated({ position: 101, atMs: 2_000 });
  // What gateways heard is stored apart.
  await cursors[1]!.storeSightings(db, [7], 99);
  await keepTogether();
  expect(appended).toHaveLength(1);
  await cursors[1]!.storeSightings(db, [7], 101);
  await keepTogether();
  expect(appended).toHaveLength(2);
});
