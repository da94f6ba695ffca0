import { gatewayHealth } from "@pulse/positioning/learn/gatewayHealth";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import { beforeEach, expect, test } from "vitest";
import { aCustomer, aGateway, aSite, type TestGateway, type TestSite } from "../../../test/support/builders.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testSiteModels } from "../../../test/support/testSiteModels.ts";
import { type GatewayHearing, gatewayHearing } from "./gatewayHearing.ts";
import type { SiteModels } from "./siteModels.ts";

let database: TestDatabase;
let site: TestSite;
let gateway: TestGateway;
let hearing: GatewayHearing;
let models: SiteModels;

/** What a start of the server reads. */
async function start(): Promise<SiteModel> {
  hearing = gatewayHearing(database.db);
  models = testSiteModels({ db: database.db, hearing });
  return (await models.of(site.id))!.model;
}

const faulty = (model: SiteModel): string[] =>
  gatewayHealth(model).flatMap(({ anchorId, suspect }) => (suspect ? [anchorId] : []));

/** The gateway has heard 5 dB less than usual for a while. */
function growDeaf(model: SiteModel, notedMs = 1000): void {
  const { residual } = model.anchors.get(gateway.id)!;
  Object.assign(residual, { recent: -5.5, usual: -0.5, watchedMs: 3_600_000, notedMs, isOff: true });
}

beforeEach(async () => {
  database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  site = await aSite(database, customer);
  gateway = await aGateway(database, customer, site, { x: 3, y: 3 });
  await aGateway(database, customer, site, { x: 20, y: 3 });
});

test("a gateway that has grown deaf is still named after a restart", async () => {
  const before = await start();
  growDeaf(before);
  await hearing.store([before]);
  const after = await start();
  expect(faulty(after)).toEqual([gateway.id]);
  expect(after.anchors.get(gateway.id)?.residual).toMatchObject({ usual: -0.5, watchedMs: 3_600_000 });
});

test("the model of a site does not go back to stored levels of the same start", async () => {
  const model = await start();
  growDeaf(model);
  await hearing.store([model]);
  Object.assign(model.anchors.get(gateway.id)!.residual, { recent: -0.5, isOff: false });
  expect(faulty((await models.of(site.id))!.model)).toEqual([]);
});

test.each([
  ["moved", { lat: 51.9001 }],
  ["put on another height", { z: 4 }],
  ["given another measured power", { measured_power: -64 }],
])("the usual level of a gateway is forgotten once it is %s", async (_, change) => {
  const before = await start();
  growDeaf(before);
  await hearing.store([before]);
  await database.db.updateTable("hardwares").set(change).where("id", "=", gateway.id).execute();
  expect(faulty(await start())).toEqual([]);
});

test("gateway levels are stored every ten minutes, a new fault at once, and everything at the end", async () => {
  const model = await start();
  const { residual } = model.anchors.get(gateway.id)!;
  const usual = async (): Promise<number | undefined> =>
    (await database.db.selectFrom("gateway_hearing").select("hearing").executeTakeFirst())?.hearing.residual.usual;
  await hearing.store([model]);
  expect(await usual()).toBeUndefined();
  Object.assign(residual, { usual: 1, notedMs: 1000 });
  await hearing.store([model]);
  Object.assign(residual, { usual: 2, notedMs: 500_000 });
  await hearing.store([model]);
  expect(await usual()).toBe(1);
  Object.assign(residual, { usual: 3, notedMs: 700_000 });
  await hearing.store([model]);
  expect(await usual()).toBe(3);
  Object.assign(residual, { usual: 4, notedMs: 701_000, isOff: true });
  await hearing.store([model]);
  expect(await usual()).toBe(4);
  Object.assign(residual, { usual: 5, notedMs: 702_000 });
  await hearing.store([model], true);
  expect(await usual()).toBe(5);
});

test("a gateway deleted meanwhile is left out when levels are stored, and the others are stored", async () => {
  const model = await start();
  for (const { residual } of model.anchors.values()) residual.notedMs = 1000;
  await database.db.deleteFrom("hardwares").where("id", "=", gateway.id).execute();
  await hearing.store([model]);
  expect(await database.db.selectFrom("gateway_hearing").select("hardware_id").execute()).toHaveLength(1);
});
