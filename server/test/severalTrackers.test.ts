import { io, type Socket } from "socket.io-client";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { LocatedFix } from "../src/platform/bus/bus.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// An asset with two trackers is in one place: the newest fix's or, of two within 10 s, the more certain one's
// (decisions C14).
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let second: TestAsset;
let alone: TestAsset;
let token: string;
const sockets: Socket[] = [];
const startMs = Date.parse("2026-11-20T13:00:00.000Z");

beforeAll(async () => {
  pulse = await testPulse();
  await prepare();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => pulse.stop());

async function prepare(): Promise<void> {
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  asset = await anAsset(pulse, customer, site);
  second = await anAsset(pulse, customer, site, { linked: false });
  alone = await anAsset(pulse, customer, site, { linked: false });
  await pulse.db
    .insertInto("links")
    .values({
      id: uuidv7(),
      asset_id: asset.id,
      tracker_id: second.trackerId,
      linked_at: new Date(startMs),
      linked_by: "test",
    })
    .execute();
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
}

const fixOf = (trackerId: string, second_: number, accuracyM: number): LocatedFix => ({
  siteId: site.id,
  trackerId,
  lat: 51.9,
  lon: 4.4 + accuracyM / 1e4,
  fix: {
    atMs: startMs + second_ * 1000,
    x: 1,
    y: 0,
    floor: site.floorId,
    elevationM: 1.2,
    accuracyM,
    accuracyOuterM: 2 * accuracyM,
    mechanism: "TRILATERATED",
    moving: true,
    nearest: null,
    shown: true,
    floorUncertain: false,
    gatewaysHeard: 4,
    room: null,
    raw: { x: 1, y: 0, atMs: startMs, varianceM2: 1 },
  },
});

type Item = Record<string, unknown>;

/** What a socket receives from now on, and a way to wait for it. */
async function ears(idToken: string): Promise<{ until(holds: (heard: Item[]) => boolean): Promise<Item[]> }> {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  sockets.push(socket);
  await new Promise((resolve) => socket.emit("login", idToken, site.id, resolve));
  const heard: Item[] = [];
  let wake = (): void => undefined;
  socket.on("location_update", (items: Item[]) => {
    heard.push(...items);
    wake();
  });
  return {
    until: async (holds) => {
      while (!holds(heard)) await new Promise<void>((resolve) => (wake = resolve));
      return heard;
    },
  };
}

/** The site's model is read at its first fix, which is lost. */
async function siteIsRead(): Promise<void> {
  const { until } = await ears(token);
  const again = setInterval(() => pulse.bus.publish("fixes", [fixOf(alone.trackerId, 0, 1)]), 50);
  await until((heard) => heard.length > 0);
  clearInterval(again);
}

const accuracies = (items: Item[]): unknown[] => items.map((item) => item["accuracy"]);

/** Where an asset is according to `assets/live`, once its position at that moment is stored. */
async function storedAt(second_: number, guid = asset.guid): Promise<Item> {
  const moment = new Date(startMs + second_ * 1000).toISOString();
  for (;;) {
    const { content } = await call(pulse, "GET", `assets/live?site_id=${site.id}`, { token });
    const found = (content as unknown as Item[]).find((item) => item["guid"] === guid);
    if (found?.["last_updated"] === moment) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("an asset is where its more certain tracker is, or the other one if that is silent, live and stored", async () => {
  await siteIsRead();
  const assets = await ears(await tokenWith(pulse, customer, ["asset_management.r"]));
  const trackers = await ears(token);
  pulse.bus.publish("fixes", [fixOf(asset.trackerId, 0, 2)]);
  pulse.bus.publish("fixes", [fixOf(second.trackerId, 1, 8)]);
  const all = await trackers.until((heard) => accuracies(heard).includes(8));
  expect(all.find((item) => item["tracker_id"] === second.trackerId)).toMatchObject({ asset_id: null, accuracy: 8 });
  pulse.bus.publish("fixes", [fixOf(asset.trackerId, 3, 3)]);
  expect(accuracies(await assets.until((heard) => accuracies(heard).includes(3)))).not.toContain(8);
  expect(await storedAt(3)).toMatchObject({ accuracy: 3, tracker_id: asset.trackerId });

  pulse.bus.publish("fixes", [fixOf(second.trackerId, 14, 9)]);
  expect(accuracies(await assets.until((heard) => accuracies(heard).includes(9)))).not.toContain(8);
  expect(await storedAt(14)).toMatchObject({ accuracy: 9, tracker_id: second.trackerId });
});

test("after a restart the better tracker's last fix still counts", async () => {
  pulse.bus.publish("fixes", [fixOf(asset.trackerId, 30, 2), fixOf(second.trackerId, 31, 8)]);
  await storedAt(30);
  await pulse.stop();
  pulse = await testPulse({}, { keep: true });
  // It has another address now, and tokens name the address.
  token = await aToken(pulse, customer, "Administrator");
  await siteIsRead();
  const assets = await ears(await tokenWith(pulse, customer, ["asset_management.r"]));
  pulse.bus.publish("fixes", [fixOf(second.trackerId, 33, 8), fixOf(asset.trackerId, 34, 3)]);
  expect(accuracies(await assets.until((heard) => heard.length > 0))).toEqual([3]);
});

test("the history of an asset is that of its trackers, each for the time it was linked", async () => {
  const [first, other] = [
    await anAsset(pulse, customer, site),
    await anAsset(pulse, customer, site, { linked: false }),
  ];
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  await siteIsRead();
  const link = (to: TestAsset, tracker: TestAsset) =>
    call(pulse, "POST", `assets/${to.id}/trackers`, { token, body: { tracker_id: tracker.trackerId, replace: true } });
  const span = "start_time_utc=2026-11-20T13:00:00.000Z&end_time_utc=2026-11-20T14:00:00.000Z";
  /** When it was somewhere, s. */
  const trailOf = async (path: string): Promise<number[]> =>
    (await call(pulse, "GET", `${path}/history?${span}`, { token })).content.map(
      (position) => (Date.parse(String(position["timestamp"])) - startMs) / 1000,
    );

  pulse.bus.publish("fixes", [fixOf(first.trackerId, 100, 2)]);
  await storedAt(100, first.guid);
  expect((await link(other, first)).status).toBe(201);
  expect((await link(first, other)).status).toBe(201);
  await pulse.settled();
  pulse.bus.publish("fixes", [fixOf(first.trackerId, 110, 4), fixOf(other.trackerId, 111, 5)]);
  await Promise.all([storedAt(110, other.guid), storedAt(111, first.guid)]);
  expect(await trailOf(`assets/${first.id}`)).toEqual([100, 111]);
  expect(await trailOf(`assets/${other.id}`)).toEqual([110]);
  expect(await trailOf(`trackers/${first.trackerId}`)).toEqual([100, 110]);

  // Once unlinked, the tracker is still located, but the asset is not.
  await call(pulse, "DELETE", `assets/${other.id}/trackers/${first.trackerId}`, { token });
  await pulse.settled();
  const trackers = await ears(token);
  pulse.bus.publish("fixes", [fixOf(first.trackerId, 120, 6)]);
  const heard = await trackers.until((items) => accuracies(items).includes(6));
  expect(heard.find((item) => item["accuracy"] === 6)).toMatchObject({ asset_id: null, pulse_asset_guid: null });
  await expect.poll(() => trailOf(`trackers/${first.trackerId}`)).toEqual([100, 110, 120]);
  expect(await trailOf(`assets/${other.id}`)).toEqual([110]);
});
