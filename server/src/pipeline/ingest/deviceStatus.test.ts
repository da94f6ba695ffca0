import { sql, type Transaction } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { up } from "../../../migrations/0013_device_status.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  type TestAsset,
  type TestGateway,
} from "../../../test/support/builders.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type DeviceStatus, deviceStatus } from "./deviceStatus.ts";

let database: TestDatabase;
let asset: TestAsset;
let neighbour: TestAsset;
let gateway: TestGateway;
let floorId: string;
let status: DeviceStatus;
let refusals: unknown[];

beforeEach(async () => {
  refusals = [];
  database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  const site = await aSite(database, customer);
  floorId = site.floorId;
  asset = await anAsset(database, customer, site);
  neighbour = await anAsset(database, customer, site);
  gateway = await aGateway(database, customer, site, { x: 1, y: 1 });
  status = deviceStatus(database.db, (error) => refusals.push(error));
});

const advert = { mac: "", rssi: -60 };
const statusRow = () =>
  database.db.selectFrom("tracker_status").selectAll().where("tracker_id", "=", asset.trackerId).executeTakeFirst();

/** Where the rows of a tracker and a gateway are stored: an update moves them. */
async function rowsAt(): Promise<unknown> {
  const { rows } = await sql`
    select (select ctid::text from trackers where id = ${asset.trackerId}) as tracker,
      (select ctid::text from hardwares where id = ${gateway.id}) as gateway`.execute(database.db);
  return rows;
}

test("device status is written without changing the devices' own rows", async () => {
  const before = await rowsAt();
  const moved = { atMs: 1000, accuracyM: 4, lat: 51.9, lon: 4.4, floorId };
  const told = { id: gateway.id } as Parameters<DeviceStatus["gatewayReported"]>[0];
  for (const atMs of [1000, 2000]) {
    status.trackerSighted(gateway.id, asset.trackerId, atMs, { ...advert, batteryLevel: 64 } as never);
    status.gatewayReported(told, atMs, "V1");
    status.gatewayMoved(gateway.id, { ...moved, atMs });
    await status.flush();
  }
  expect(await rowsAt()).toEqual(before);
  expect(await statusRow()).toMatchObject({ last_heard_at: new Date(2000), signal_strength: -60, battery_level: 64 });
  const row = await database.db.selectFrom("gateway_status").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ last_message_at: new Date(2000), firmware: "V1", place_at: new Date(2000), lat: 51.9 });
});

test("device values that a message lacks are kept, even if the database was away in between", async () => {
  status.trackerReported(asset.trackerId, 1000, 50);
  await sql`alter table tracker_status rename to out_of_reach`.execute(database.db);
  await expect(status.flush()).rejects.toThrow();
  status.trackerSighted(gateway.id, asset.trackerId, 2000, advert as never);
  await sql`alter table out_of_reach rename to tracker_status`.execute(database.db);
  await status.flush();
  expect(await statusRow()).toMatchObject({ last_heard_at: new Date(2000), signal_strength: -60, battery_level: 50 });
});

test("a device that was deleted meanwhile does not prevent others' status from being written", async () => {
  status.trackerReported("0198c1b2-0000-7000-8000-000000000001", 1000, 50);
  status.trackerReported(asset.trackerId, 1000, 51);
  await status.flush();
  expect(await statusRow()).toMatchObject({ battery_level: 51 });
});

test("device status stored before its tables existed is migrated", async () => {
  class Undone extends Error {}
  const [heard, silent] = ["0198c1b2-0000-7000-8000-000000000001", "0198c1b2-0000-7000-8000-000000000002"];
  const old = async (trx: Transaction<unknown>): Promise<void> => {
    for (const statement of [
      "create schema before",
      "set local search_path = before, public",
      `create table trackers (id uuid primary key, updated_at timestamptz default now(), last_heard_at timestamptz,
        signal_strength int, battery_level int, battery_mv int)`,
      `create table hardwares (id uuid primary key, lat float8, lon float8, last_message_at timestamptz, firmware text,
        place_at timestamptz, place_accuracy float8)`,
      `insert into trackers values ('${heard}', now(), '2026-01-01Z', -60, 64, 2900), ('${silent}', now(), null, null, null, null)`,
      `insert into hardwares values ('${heard}', 51.9, 4.4, '2026-01-01Z', 'V1', null, null), ('${silent}', 1, 2, null, null, null, null)`,
    ])
      await sql.raw(statement).execute(trx);
  };
  const taken = database.db.transaction().execute(async (trx) => {
    await old(trx as unknown as Transaction<unknown>);
    await up(trx as never);
    const trackers = await trx.selectFrom("tracker_status").selectAll().execute();
    const gateways = await trx.selectFrom("gateway_status").selectAll().execute();
    expect(trackers).toMatchObject([{ tracker_id: heard, signal_strength: -60, battery_level: 64, battery_mv: 2900 }]);
    expect(gateways).toMatchObject([{ hardware_id: heard, firmware: "V1", lat: null }]);
    throw new Undone();
  });
  await expect(taken).rejects.toThrow(Undone);
});

test("a status value that the database refuses costs only its own device's report", async () => {
  status.gatewayReported({ id: gateway.id } as Parameters<DeviceStatus["gatewayReported"]>[0], 1000, "1\u0000");
  status.trackerReported(asset.trackerId, 1000, 50.5);
  status.trackerSighted(gateway.id, neighbour.trackerId, 1000, advert as never);
  await status.flush();
  expect(refusals).toHaveLength(2);
  expect(await statusRow()).toBeUndefined();
  const rows = await database.db.selectFrom("tracker_status").select(["tracker_id", "signal_strength"]).execute();
  expect(rows).toEqual([{ tracker_id: neighbour.trackerId, signal_strength: -60 }]);
});
