import { placementOf, placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { signedAreaM2 } from "@pulse/geo/polygon";
import { cellAt } from "@pulse/positioning/model/floorGrid";
import { beforeEach, expect, test } from "vitest";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "../../../test/support/builders.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testBus, testSiteModels } from "../../../test/support/testSiteModels.ts";
import { rowsRead } from "../../../test/support/rowsRead.ts";
import type { ChangedKind } from "../../platform/bus/changed.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { NewCustomer } from "../../resources/customers/newCustomer.repository.ts";
import type { LiveSite } from "./liveSite.ts";
import { gatewayHearing } from "./gatewayHearing.ts";
import type { SiteModels } from "./siteModels.ts";

let database: TestDatabase;
let customer: NewCustomer;
let site: TestSite;
let gateway: TestGateway;
let assets: TestAsset[];
let models: SiteModels;
let bus: Bus;
const rows = rowsRead();

beforeEach(async () => {
  bus = testBus();
  database = await testDatabase();
  await database.reset();
  customer = await aCustomer(database);
  site = await aSite(database, customer);
  gateway = await aGateway(database, customer, site, { x: 3, y: 3 });
  await aGateway(database, customer, site, { x: 20, y: 3 });
  assets = [];
  for (let nth = 0; nth < 20; nth++) assets.push(await anAsset(database, customer, site));
  models = testSiteModels({ db: database.db.withPlugin(rows.plugin), bus, hearing: gatewayHearing(database.db) });
  await models.of(site.id);
});

/** The site before and after a change, and how many rows were read for it. */
async function change(kind: ChangedKind, ids: string[]): Promise<{ before: LiveSite; after: LiveSite; read: number }> {
  const before = (await models.of(site.id))!;
  rows.reset();
  bus.publish("changed", { kind, ids, siteId: site.id, customerId: customer.id });
  const after = (await models.of(site.id))!;
  return { before, after, read: rows.count() };
}

test("the site model stays when a tracker changes, and only that tracker is read", async () => {
  const [{ trackerId }] = assets as [TestAsset];
  await database.db.updateTable("trackers").set({ type: "PHONE" }).where("id", "=", trackerId).execute();
  const { before, after, read } = await change("tracker", [trackerId]);
  expect([read, after.tags.get(trackerId)?.make, after.tags.size]).toEqual([1, "PHONE", 20]);
  expect(after.model).toBe(before.model);
});

test("a gateway's new name keeps the site model, and its new place makes a new one", async () => {
  const set = (values: object) =>
    database.db.updateTable("hardwares").set(values).where("id", "=", gateway.id).execute();
  await set({ name: "By the door" });
  const named = await change("gateway", [gateway.id]);
  expect([named.read, named.after.gateways.get(gateway.id)?.name]).toEqual([1, "By the door"]);
  expect(named.after.model).toBe(named.before.model);

  await set({ lat: site.origin.lat - 0.0001 });
  const moved = await change("gateway", [gateway.id]);
  expect(moved.read).toBe(1);
  expect(moved.after.model).not.toBe(moved.before.model);
  expect(moved.after.model.anchors.get(gateway.id)?.y).not.toBe(moved.before.model.anchors.get(gateway.id)?.y);

  await set({ deleted_at: new Date() });
  expect((await change("gateway", [gateway.id])).after.model.anchors.has(gateway.id)).toBe(false);
});

test("a gateway is used for positions only once it has a place", async () => {
  const set = (place: object) => database.db.updateTable("hardwares").set(place).where("id", "=", gateway.id).execute();
  await set({ lat: 0, lon: 0 });
  const { after } = await change("gateway", [gateway.id]);
  expect([...after.model.anchors.keys()]).not.toContain(gateway.id);
  // A calibration does not use it either.
  expect(after.plan.anchors.map(({ id }) => id)).not.toContain(gateway.id);
  await set(site.origin);
  expect((await change("gateway", [gateway.id])).after.model.anchors.has(gateway.id)).toBe(true);
});

test("a site's settings and its customer's mechanism apply without reading its trackers", async () => {
  await database.db
    .updateTable("sites")
    .set({ settings: JSON.stringify({ locationAccuracyThreshold: 7 }) })
    .where("id", "=", site.id)
    .execute();
  const { after, read } = await change("site", [site.id]);
  expect([after.model.settings.locationAccuracyThresholdM, read]).toEqual([7, 2]);
  await database.db
    .updateTable("customers")
    .set({ config: JSON.stringify({ identifierLocationUpdateMechanism: "ANCHORED" }) })
    .where("id", "=", customer.id)
    .execute();
  const ofCustomer = await change("customer", [customer.id]);
  expect([ofCustomer.after.model.settings.mechanism, ofCustomer.read]).toEqual(["ANCHORED", 1]);
});

test("changes to assets, links, people, roles, groups and other sites make the site model read nothing", async () => {
  for (const kind of ["asset", "link", "user", "role", "group"] as const)
    expect((await change(kind, [assets[0]!.id])).read).toBe(0);
  const other = await aSite(database, customer);
  rows.reset();
  bus.publish("changed", { kind: "gateway", ids: [other.id], siteId: other.id, customerId: customer.id });
  bus.publish("changed", { kind: "site", ids: [other.id], siteId: other.id, customerId: customer.id });
  await models.settled();
  expect(rows.count()).toBe(0);
});

/** Draws on the site's floor; a place is given in metres along and across the plan from its top-left corner. */
async function draw(drawing: object): Promise<{ before: LiveSite; after: LiveSite }> {
  await database.db
    .updateTable("floors")
    .set({ drawing: JSON.stringify(drawing) })
    .where("id", "=", site.floorId)
    .execute();
  return change("floor", [site.floorId]);
}
const area = (x: number, y: number, lengthM: number): LatLon[] => {
  const { toLatLon } = placePlan(placementOf(site.origin, 40, 25, 0));
  const corners = [
    [x, y],
    [x + lengthM, y],
    [x + lengthM, y + lengthM],
    [x, y + lengthM],
  ] as const;
  return corners.map(([right, down]) => toLatLon({ x: right, y: down }));
};
/** With only two gateways, the whole plan is taken for the floor. */
async function hangMore(...places: { x: number; y: number }[]): Promise<LiveSite> {
  const more = [];
  for (const place of places) more.push(await aGateway(database, customer, site, place));
  const ids = more.map(({ id }) => id);
  return (await change("gateway", [gateway.id, ...ids])).after;
}
const areaOf = (ring: readonly { x: number; y: number }[]): number => Math.abs(signedAreaM2(ring));

test("a floor uses its drawn outline; without one it is guessed, and limited by the plan", async () => {
  await hangMore({ x: 3, y: 18 }, { x: 20, y: 18 });
  const { before, after } = await draw({ outline: area(0, 0, 12) });
  expect(before.plan.floors[0]!.outline).toEqual([]);
  expect(areaOf(before.plan.floors[0]!.image!)).toBeCloseTo(40 * 25, 0);
  const [guessed] = before.model.floors;
  expect([guessed!.isDrawn, areaOf(guessed!.grid.outline) < 0.9 * 40 * 25]).toEqual([false, true]);
  for (const { x, y } of guessed!.grid.outline) expect(x >= -0.01 && x <= 40.01 && y <= 0.01 && y >= -25.01).toBe(true);

  const [drawn] = after.model.floors;
  expect([drawn!.isDrawn, areaOf(drawn!.grid.outline)]).toEqual([true, expect.closeTo(144, 0)]);
});

test("a guessed outline contains the floor's rooms, walls, doors and lifts", async () => {
  await hangMore({ x: 3, y: 12 }, { x: 20, y: 12 });
  const far = area(36, 21, 3);
  const holds = ({ model }: LiveSite): boolean => cellAt(model.floors[0]!.grid, 38.5, -23.5) >= 0;
  for (const drawing of [
    { rooms: [{ id: "r", name: "Store", kind: null, area: far }] },
    { walls: [{ id: "w", points: far, lossDb: null }] },
    { doors: [{ id: "d", at: [far[0], far[2]] }] },
    { lifts: [{ id: "l", name: "Lift", area: far }] },
  ]) {
    const { after } = await draw(drawing);
    expect([Object.keys(drawing)[0], holds(after)]).toEqual([Object.keys(drawing)[0], true]);
  }
  expect(holds((await draw({})).after)).toBe(false);
});

test("where gateways move, every place on the plan is equally likely", async () => {
  const mobile = await database.db.selectFrom("hardware_types").select("id").where("mobile", "=", true).execute();
  await database.db
    .updateTable("hardwares")
    .set({ hardware_type_id: mobile[0]!.id })
    .where("id", "=", gateway.id)
    .execute();
  const { model } = await hangMore({ x: 3, y: 20 }, { x: 10, y: 20 }, { x: 20, y: 20 });
  expect(model.anchors.size).toBe(4);
  const { grid } = model.floors[0]!;
  expect([areaOf(grid.outline), Math.max(...grid.cost.subarray(0, grid.inside.length))]).toEqual([
    expect.closeTo(40 * 25, 0),
    expect.closeTo(0, 1),
  ]);
});

test("a site without a place still measures its floors correctly", async () => {
  await database.db.updateTable("sites").set({ lat: 0, lon: 0 }).where("id", "=", site.id).execute();
  const { before, after } = await change("site", [site.id]);
  for (const { plan } of [before, after]) {
    const [floor] = plan.floors;
    expect(areaOf(floor!.image!)).toBeCloseTo(40 * 25, 0);
  }
  const apartM = ({ plan }: LiveSite): number =>
    Math.hypot(plan.anchors[0]!.x - plan.anchors[1]!.x, plan.anchors[0]!.y - plan.anchors[1]!.y);
  expect(apartM(after)).toBeCloseTo(17, 1);
});
