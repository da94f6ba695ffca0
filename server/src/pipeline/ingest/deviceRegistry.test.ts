import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset, type TestSite } from "../../../test/support/builders.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { rowsRead } from "../../../test/support/rowsRead.ts";
import type { ChangedKind } from "../../platform/bus/changed.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { inProcessBus } from "../../platform/bus/inProcessBus.ts";
import type { NewCustomer } from "../../resources/customers/newCustomer.repository.ts";
import { type DeviceRegistry, deviceRegistry } from "./deviceRegistry.ts";

let database: TestDatabase;
let customer: NewCustomer;
let site: TestSite;
let assets: TestAsset[];
let devices: DeviceRegistry;
let bus: Bus;
const rows = rowsRead();
const problem = (error: unknown): never => {
  throw error;
};

beforeEach(async () => {
  bus = inProcessBus({ now: Date.now, problem });
  database = await testDatabase();
  await database.reset();
  customer = await aCustomer(database);
  site = await aSite(database, customer);
  assets = [];
  for (let nth = 0; nth < 20; nth++) assets.push(await anAsset(database, customer, site));
  devices = await deviceRegistry({
    db: database.db.withPlugin(rows.plugin),
    bus,
    now: () => 0,
    random: () => 0,
    problem,
    faults: { record: () => undefined, signedIn: () => undefined },
    owners: null,
  });
});

/** Announces a change and returns the number of rows that were read for it. */
async function after(kind: ChangedKind, ids: string[]): Promise<number> {
  rows.reset();
  bus.publish("changed", { kind, ids, siteId: site.id, customerId: customer.id });
  await devices.settled();
  return rows.count();
}

const linkedTo = (of: TestAsset): string | undefined => devices.trackerById(of.trackerId)?.asset?.id;

test("only the tracker that changed is read again into the device registry", async () => {
  const [first] = assets as [TestAsset];
  const mac = "AA:00:00:00:00:01";
  await database.db.updateTable("trackers").set({ mac }).where("id", "=", first.trackerId).execute();
  expect(await after("tracker", [first.trackerId])).toBe(1);
  expect(devices.tracker(customer.id, { mac: mac })?.id).toBe(first.trackerId);
  expect(devices.tracker(customer.id, { mac: first.mac })).toBe(undefined);
  await database.db.updateTable("trackers").set({ archived: true }).where("id", "=", first.trackerId).execute();
  await after("tracker", [first.trackerId]);
  expect(devices.trackerById(first.trackerId)).toBe(undefined);
  expect(devices.tracker(customer.id, { mac: mac })).toBe(undefined);
});

test("a MAC moved to another tracker belongs to that one, whichever change is announced first", async () => {
  const [first, second] = assets as [TestAsset, TestAsset];
  const given = "AA:00:00:00:00:02";
  await database.db.updateTable("trackers").set({ mac: given }).where("id", "=", first.trackerId).execute();
  await database.db.updateTable("trackers").set({ mac: first.mac }).where("id", "=", second.trackerId).execute();
  await after("tracker", [second.trackerId, first.trackerId]);
  await after("tracker", [first.trackerId]);
  expect(devices.tracker(customer.id, { mac: first.mac })?.id).toBe(second.trackerId);
  expect(devices.tracker(customer.id, { mac: given })?.id).toBe(first.trackerId);
});

test("archiving an asset or ending a link updates the trackers concerned", async () => {
  const [first, second] = assets as [TestAsset, TestAsset];
  await database.db.updateTable("assets").set({ archived: true }).where("id", "=", first.id).execute();
  expect(await after("asset", [first.id])).toBeLessThanOrEqual(2);
  expect([linkedTo(first), linkedTo(second)]).toEqual([undefined, second.id]);
  await database.db.updateTable("assets").set({ archived: false }).where("id", "=", first.id).execute();
  await after("asset", [first.id]);
  expect(linkedTo(first)).toBe(first.id);

  const link = await database.db
    .updateTable("links")
    .set({ unlinked_at: new Date() })
    .where("tracker_id", "=", second.trackerId)
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await after("link", [link.id])).toBeLessThanOrEqual(2);
  expect(linkedTo(second)).toBe(undefined);
});

test("a new gateway becomes known, and other changes read nothing", async () => {
  const gateway = await aGateway(database, customer, site, { x: 1, y: 1 });
  expect(await after("gateway", [gateway.id])).toBe(1);
  expect(devices.gateway(gateway.id)?.mac).toBe(gateway.mac);
  for (const kind of ["user", "role", "floor", "calibration", "customer"] as const)
    expect(await after(kind, [uuidv7()])).toBe(0);
});

test("a device deleted while it is being read is unknown afterwards", async () => {
  const gateway = await aGateway(database, customer, site, { x: 1, y: 1 });
  // The row that was read before the deletion is delivered only after the deletion was read.
  const { promise: isRead, resolve: tell } = Promise.withResolvers<void>();
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  rows.hold(async () => {
    tell();
    await isFree;
  });
  const learning = devices.learn("gateway", gateway.id);
  await isRead;
  await database.db.updateTable("hardwares").set({ deleted_at: new Date() }).where("id", "=", gateway.id).execute();
  bus.publish("changed", { kind: "gateway", ids: [gateway.id], siteId: site.id, customerId: customer.id });
  // All queries made meanwhile have been answered by now.
  for (let nth = 0; nth < 3; nth++) await database.db.selectFrom("hardwares").select("id").execute();
  free();
  await learning;
  await devices.settled();
  expect(devices.gateway(gateway.id)).toBe(undefined);
});
