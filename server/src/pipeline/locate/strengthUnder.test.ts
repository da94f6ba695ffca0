import { learnedOffset } from "@pulse/positioning/learn/tagOffset";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  type TestGateway,
  type TestSite,
} from "../../../test/support/builders.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testBus, testSiteModels } from "../../../test/support/testSiteModels.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { type LocateWorker, locateWorker } from "./locateWorker.ts";
import type { SiteModels } from "./siteModels.ts";
import type { TagOffsets } from "./tagOffsets.ts";

const problem = (error: unknown): never => {
  throw error;
};
const law: Omit<Calibration, "version"> = {
  level: 1,
  exponent: 2.2,
  powerShiftDb: 0,
  shadowSdDb: 4,
  tagOffsetSdDb: 4,
  anchorOffsetsDb: {},
  radius: null,
};
/** By version; the default law, version 0, expects as much as the first. */
const powerShiftDb = new Map([
  [1, 0],
  [2, 3],
  [3, 5],
]);

let database: TestDatabase;
let site: TestSite;
let gateways: TestGateway[];
let trackerId: string;
let process: { bus: Bus; sites: SiteModels; worker: LocateWorker };

beforeEach(async () => {
  database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  site = await aSite(database, customer);
  gateways = [];
  for (const spot of [3, 15].flatMap((x) => [3, 15].map((y) => ({ x, y }))))
    gateways.push(await aGateway(database, customer, site, spot));
  ({ trackerId } = await anAsset(database, customer, site));
  for (const [version, shiftDb] of powerShiftDb)
    await database.db
      .insertInto("calibrations")
      .values({
        site_id: site.id,
        version,
        level: 1,
        source: "traffic",
        active: false,
        data: JSON.stringify({ calibration: { ...law, version, powerShiftDb: shiftDb }, places: {} }),
        held_back: JSON.stringify({ heldBack: null }),
        created_by: "test",
      })
      .execute();
});
afterEach(async () => {
  process.worker.close();
  await process.sites.close();
});

/** What was learned of the tracker under a version of the calibration. */
const learned = (offsetDb: number, version: number) =>
  database.db
    .updateTable("trackers")
    .set({ tag_offset_db: offsetDb, tag_offset_version: version })
    .where("id", "=", trackerId)
    .execute();

/** The site uses this version; 0: none. */
async function use(version: number): Promise<void> {
  const all = database.db.updateTable("calibrations").where("site_id", "=", site.id);
  await all.set({ active: false }).execute();
  await all.set({ active: true }).where("version", "=", version).execute();
}

async function start(ofMake: TagOffsets["ofMake"] = () => undefined): Promise<void> {
  const bus = testBus();
  const sites = testSiteModels({ db: database.db, bus });
  await sites.of(site.id);
  const offsets = { ofMake, ofTracker: () => undefined };
  const worker = locateWorker({ bus, sites, offsets, fitDue: () => undefined, problem });
  process = { bus, sites, worker };
}

async function announce(): Promise<void> {
  process.bus.publish("changed", { kind: "calibration", ids: [site.id], siteId: site.id, customerId: null });
  await process.sites.of(site.id);
}

/** What is known of the tracker's strength after its first packets, which by themselves say little; dB. */
async function strengthDb(): Promise<number> {
  const { bus, worker } = process;
  const atMs = 1_000_000;
  for (const { id } of gateways.slice(0, 1))
    bus.publish("sightings", {
      siteId: site.id,
      gatewayId: id,
      receivedMs: atMs,
      position: 0,
      sightings: [{ trackerId, rssi: -75, atMs }],
    });
  await bus.idle();
  await worker.tick(atMs + 1000);
  const [tag] = worker.learned();
  return learnedOffset(tag!.state.offset)?.meanDb ?? 0;
}

describe("what was learned of a tracker under an earlier law is known", () => {
  test("a tracker's learned strength is known under the path-loss model that its site took while it was away", async () => {
    await learned(-12, 1);
    await use(1);
    await start();
    await use(2);
    await announce();
    await use(3);
    await announce();
    expect(Math.abs((await strengthDb()) - -17)).toBeLessThan(2);
  });

  test.each([
    ["a newer law", 1, 3, -17],
    ["an older law, which the site has gone back to", 3, 1, -7],
    ["the default law, after the calibration was switched off", 3, 0, -7],
    ["a law, where it was learned under the default one", 0, 2, -15],
    ["the same law", 2, 2, -12],
  ])("a tracker's learned strength is known after a restart under %s", async (_, from, to, db) => {
    await learned(-12, from);
    await use(to);
    await start();
    expect(Math.abs((await strengthDb()) - db)).toBeLessThan(2);
  });
});

test("a new tracker starts with its make's strength, also if that was learned under an earlier path-loss model", async () => {
  await use(1);
  await start((siteId, make) => (siteId === site.id && make === "KKM" ? { offsetDb: -12, version: 1 } : undefined));
  await use(3);
  await announce();
  expect(Math.abs((await strengthDb()) - -17)).toBeLessThan(2);
});

test("a strength learned under a path-loss model that is no longer stored is not used", async () => {
  await learned(-12, 9);
  await use(2);
  await start();
  expect(await strengthDb()).toBeGreaterThan(0);
});
