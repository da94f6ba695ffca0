import { identityMigrations } from "@pulse/identity/migrations";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { type OpenDatabase, openDatabase } from "../../src/platform/database/database.ts";
import { partitionOf } from "../../src/platform/log/partitions.ts";
import { call } from "../support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestSite } from "../support/builders.ts";
import { temporaryFolder } from "../support/database.ts";
import { killCrossings } from "../support/killCrossings.ts";
import { sixGateways } from "../support/sixGateways.ts";
import { testPulse, type TestPulse } from "../support/testPulse.ts";
import type { Cell } from "./cell.ts";
import type { MovingPlace } from "./traffic.ts";

/** A site with an asset that moves all the time, and trackers that cross its geofence while a fault lasts. */
export interface FaultSite extends MovingPlace {
  site: TestSite;
  /** In the order of the faults. */
  crossings: ReturnType<typeof killCrossings>[];
}

/** What the faults are tried on. */
export interface Places {
  sites: FaultSite[];
  /** Of the person who asks for things meanwhile. */
  email: string;
}

export interface World extends Places {
  database: OpenDatabase;
}

/** The first and the last partition: two processes never share one of them. */
const partitions = [1, 16];

/** Made before any process of the cell runs. */
export async function makeWorld(cell: Cell, hookUrl: string, faults: number): Promise<World> {
  const database = await openDatabase({
    dataDir: "",
    databaseUrl: cell.postgres.url,
    extraMigrations: identityMigrations,
  });
  const folder = mkdtempSync(join(temporaryFolder(), "maker-"));
  const maker = await testPulse(
    { ...cell.settings, PULSE_ROLES: "api", PULSE_DATA_DIR: folder, PULSE_PUBLIC_URL: "" },
    { keep: true, database },
  );
  const places = await makePlaces(maker, hookUrl, faults);
  await maker.stop();
  return { ...places, database };
}

/** @param hookUrl who is told of everything by a webhook */
export async function makePlaces(maker: TestPulse, hookUrl: string, faults: number): Promise<Places> {
  const customer = await aCustomer(maker);
  const token = await aToken(maker, customer, "Administrator");
  const sites: FaultSite[] = [];
  for (const partition of partitions) {
    const site = await siteIn(partition, () => aSite(maker, customer));
    const crossings = Array.from({ length: faults }, (_, nth) => killCrossings(nth));
    for (const { fill } of crossings) await fill(maker, customer, site);
    const gateways = await sixGateways(maker, customer, site);
    sites.push({ site, gateways, asset: await anAsset(maker, customer, site), crossings });
  }
  const hook = await call(maker, "POST", "webhooks", { token, body: { name: "Watcher", url: hookUrl } });
  if (hook.status !== 201) throw new Error(hook.text);
  const { content } = await call(maker, "GET", "users/me", { token });
  return { sites, email: String(content["email"]) };
}

async function siteIn(partition: number, make: () => Promise<TestSite>): Promise<TestSite> {
  for (;;) {
    const site = await make();
    if (partitionOf(site.id) === partition) return site;
  }
}
