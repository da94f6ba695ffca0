import { connectAsync } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { LocatedFix } from "../src/platform/bus/bus.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { hashSecret } from "../src/platform/devices/secrets.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let otherSite: TestSite;
let linked: TestAsset;
let alone: TestAsset;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  linked = await anAsset(pulse, customer, site);
  alone = await anAsset(pulse, customer, site, { linked: false });
  const stranger = await aCustomer(pulse);
  otherSite = await aSite(pulse, stranger);
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => pulse.stop());

type Item = Record<string, unknown>;

function open(): Socket {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  sockets.push(socket);
  return socket;
}

async function login(idToken: unknown, siteId: unknown): Promise<{ socket: Socket; answer: unknown }> {
  const socket = open();
  const answer = await new Promise((resolve) => {
    socket.on("failed_login", () => resolve("failed_login"));
    socket.emit("login", idToken, siteId, resolve);
  });
  return { socket, answer };
}

/** Each round of fixes is elsewhere, so that no test mistakes an earlier test's positions for its own. */
let round = 0;
const latOf = (nth: number): number => 51.9 + nth / 1e5;

const fixOf = (asset: TestAsset, x: number): LocatedFix => ({
  siteId: site.id,
  trackerId: asset.trackerId,
  lat: latOf(round),
  lon: 4.4 + x / 1e5,
  fix: {
    atMs: Date.now(),
    x,
    y: 0,
    floor: site.floorId,
    elevationM: 1.2,
    accuracyM: 2,
    accuracyOuterM: 4,
    mechanism: "TRILATERATED",
    moving: true,
    nearest: null,
    shown: true,
    floorUncertain: false,
    gatewaysHeard: 4,
    room: null,
    raw: { x, y: 0, atMs: Date.now(), varianceM2: 1 },
  },
});

/** Publishes until the socket receives it, since the site's model is read on first use. */
async function hear(socket: Socket, fixes: () => LocatedFix[]): Promise<Item[]> {
  const lat = latOf(++round);
  const heard = new Promise<Item[]>((resolve) =>
    socket.on("location_update", (items: Item[]) => {
      const own = items.filter((item) => Math.abs(Number(item["lat"]) - lat) < 1e-6);
      if (own.length > 0) resolve(own);
    }),
  );
  const again = setInterval(() => pulse.bus.publish("fixes", fixes()), 100);
  const items = await heard;
  clearInterval(again);
  return items;
}

/** True when a witness received news of the site and this socket did not. */
async function expectSilence(socket: Socket): Promise<void> {
  const heard: unknown[] = [];
  socket.on("location_update", (items) => heard.push(items));
  socket.on("failed_login", () => heard.push("failed_login"));
  const { socket: witness } = await login(token, site.id);
  await hear(witness, () => [fixOf(linked, 1)]);
  const back = new Promise((resolve) => socket.once("heartbeat", resolve));
  socket.emit("heartbeat");
  await back;
  expect([heard, socket.connected]).toEqual([[], true]);
}

test.each([
  ["a token that is none", () => ["nonsense", site.id]],
  ["another customer's site", () => [token, otherSite.id]],
  ["a site that is none", () => [token, "nonsense"]],
  ["nothing at all", () => [undefined, undefined]],
  ["objects", () => [{}, { $ne: 1 }]],
])("a socket login with %s ends in failed_login and a closed socket", async (_name, given) => {
  const [idToken, siteId] = given();
  const { socket, answer } = await login(idToken, siteId);
  expect(answer).toBe("failed_login");
  if (socket.connected) await new Promise((resolve) => socket.once("disconnect", resolve));
});

test("people who may not see positions can sign in at the socket, but get none", async () => {
  const { socket, answer } = await login(await tokenWith(pulse, customer, ["hardware_management.r"]), site.id);
  expect(answer).toEqual({ ok: true });
  await expectSilence(socket);
});

test("people who sign in at the socket after losing the site stay signed in, but get nothing", async () => {
  const rights = ["asset_management.r"] as const;
  const { socket, answer } = await login(await tokenWith(pulse, customer, rights, { siteIds: [] }), site.id);
  expect(answer).toEqual({ ok: true });
  await expectSilence(socket);
});

test("a refusal of the socket says whether the token or the site is the reason", async () => {
  const refusal = async (idToken: string, siteId: string): Promise<unknown> => {
    const socket = open();
    const said = new Promise((resolve) => socket.once("failed_login", resolve));
    socket.emit("login", idToken, siteId);
    return said;
  };
  expect(await refusal("nonsense", site.id)).toEqual({ code: "unauthorized" });
  expect(await refusal(token, otherSite.id)).toEqual({ code: "not_found" });
});

test("the newer of two logins on one socket is used, however long the older one takes", async () => {
  const second = await aSite(pulse, customer);
  const there = await anAsset(pulse, customer, second);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const { socket } = await login(token, site.id);
  const heard: Item[] = [];
  socket.on("location_update", (items: Item[]) => heard.push(...items));
  const older = await aToken(pulse, customer, "Administrator");
  // The older login's person was not even looked up yet, which takes several queries instead of one.
  const olderAnswer = new Promise((resolve) => socket.emit("login", older, site.id, resolve));
  const answer = await new Promise((resolve) => socket.emit("login", token, second.id, resolve));
  expect([answer, await olderAnswer]).toEqual([{ ok: true }, { ok: false, code: "superseded" }]);
  heard.length = 0;
  const atFirst = setInterval(() => pulse.bus.publish("fixes", [fixOf(linked, 1)]), 100);
  await hear(socket, () => [{ ...fixOf(there, 1), siteId: second.id }]);
  clearInterval(atFirst);
  expect(new Set(heard.map((item) => item["tracker_id"]))).toEqual(new Set([there.trackerId]));
});

test("a socket login is acknowledged, and one message contains the newest position of each tracker", async () => {
  const { socket, answer } = await login(token, site.id);
  expect(answer).toEqual({ ok: true });
  const items = await hear(socket, () => [fixOf(linked, 1), fixOf(alone, 5), fixOf(linked, 2)]);
  expect(new Set(items.map((item) => item["tracker_id"]))).toEqual(new Set([linked.trackerId, alone.trackerId]));
  expect(items).toHaveLength(2);
  const mine = items.find((item) => item["tracker_id"] === linked.trackerId)!;
  expect(mine["lon"]).toBeCloseTo(4.4 + 2 / 1e5, 8);
  expect(Object.keys(mine).toSorted()).toEqual(
    [
      "accuracy",
      "asset_id",
      "battery_level",
      "elevation",
      "floor_id",
      "guid",
      "last_updated",
      "lat",
      "lon",
      "nearest_hardware",
      "nearest_hardware_dis",
      "nearest_hardware_guid",
      "pulse_asset_guid",
      "room",
      "sections",
      "signal_strength",
      "tracker_id",
    ].toSorted(),
  );
  expect(items.find((item) => item["tracker_id"] === alone.trackerId)).toMatchObject({
    pulse_asset_guid: null,
    asset_id: null,
  });
});

test("messages to one socket are about 500 ms apart, however many fixes arrive", async () => {
  const { socket } = await login(token, site.id);
  const times: number[] = [];
  socket.on("location_update", () => times.push(performance.now()));
  const flood = setInterval(() => pulse.bus.publish("fixes", [fixOf(linked, Math.random())]), 10);
  while (times.length < 6) await new Promise((resolve) => socket.once("location_update", resolve));
  clearInterval(flood);
  // Arrival varies with the machine's load; on average no more than two a second came.
  expect((times.at(-1)! - times[0]!) / (times.length - 1)).toBeGreaterThan(450);
});

test("people who may only read assets get linked trackers, without elevations", async () => {
  const { roleIds } = customer;
  const { id } = await pulse.db
    .selectFrom("operations")
    .select("id")
    .where("area", "=", "asset_management")
    .where("letter", "=", "r")
    .executeTakeFirstOrThrow();
  await pulse.db.deleteFrom("role_operations").where("role_id", "=", roleIds.Viewer).execute();
  await pulse.db.insertInto("role_operations").values({ role_id: roleIds.Viewer, operation_id: id }).execute();
  const { socket } = await login(await aToken(pulse, customer, "Viewer"), site.id);
  const items = await hear(socket, () => [fixOf(linked, 1), fixOf(alone, 5)]);
  expect(items.map((item) => item["tracker_id"])).toEqual([linked.trackerId]);
  expect(items[0]).not.toHaveProperty("elevation");
});

test("a fix that is too uncertain is not sent to the socket", async () => {
  const { socket } = await login(token, site.id);
  const unshown = (): LocatedFix => ({ ...fixOf(alone, 9), fix: { ...fixOf(alone, 9).fix, shown: false } });
  const items = await hear(socket, () => [unshown(), fixOf(linked, 1)]);
  expect(items.map((item) => item["tracker_id"])).toEqual([linked.trackerId]);
});

test("a socket client that sends a heartbeat gets one back", async () => {
  const { socket } = await login(token, site.id);
  const back = new Promise((resolve) => socket.once("heartbeat", resolve));
  socket.emit("heartbeat");
  await back;
  expect(socket.connected).toBe(true);
});

test("a change of an asset or link applies from the next fix, and open maps are notified", async () => {
  const asset = await anAsset(pulse, customer, site, { linked: false });
  pulse.bus.publish("changed", everythingChanged);
  const { socket } = await login(token, site.id);
  const told = (): Promise<void> => new Promise((resolve) => socket.once("assets_changed", () => resolve()));
  const assetOf = async (): Promise<unknown> => (await hear(socket, () => [fixOf(asset, 4)])).at(-1)!["asset_id"];
  const change = async (method: string, path: string, body?: object): Promise<void> => {
    const news = told();
    const { status } = await call(pulse, method, path, { token, ...(body ? { body } : {}) });
    expect(status).toBeLessThan(300);
    await news;
  };
  await pulse.settled();
  expect(await assetOf()).toBeNull();
  await change("POST", `assets/${asset.id}/trackers`, { tracker_id: asset.trackerId });
  await pulse.settled();
  expect(await assetOf()).toBe(asset.id);
  await change("PUT", `assets/${asset.id}`, { name: "Renamed while open" });
  await change("DELETE", `assets/${asset.id}/trackers/${asset.trackerId}`);
  await pulse.settled();
  expect(await assetOf()).toBeNull();
  await change("POST", `assets/${asset.id}/trackers`, { tracker_id: asset.trackerId });
  await change("PUT", `assets/${asset.id}/archive`);
  await pulse.settled();
  expect(await assetOf()).toBeNull();
  await change("DELETE", `assets/${asset.id}`);
  await pulse.settled();
  const rows = await pulse.db
    .selectFrom("positions")
    .select("asset_id")
    .where("tracker_id", "=", asset.trackerId)
    .execute();
  // Only the rows from while it was linked are the asset's.
  expect(new Set(rows.map((row) => row.asset_id))).toEqual(new Set([null, asset.id]));
});

test("a customer's MQTT credentials receive its own sites' positions and may not subscribe to everybody's", async () => {
  const row = await pulse.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customer.id)
    .executeTakeFirstOrThrow();
  await pulse.db
    .updateTable("customers")
    .set({ mqtt_secret_hash: hashSecret("listening") })
    .where("id", "=", row.id)
    .execute();
  const listener = await connectAsync(pulse.mqttUrl, { username: row.mqtt_username, password: "listening" });
  await expect(listener.subscribeAsync("pulse/v1/#")).rejects.toThrow();
  await listener.subscribeAsync(`pulse/v1/${row.guid}/#`);
  const heard = new Promise<[string, Item[]]>((resolve) =>
    listener.on("message", (topic, payload) => {
      // Events come under the customer as well.
      if (topic.endsWith("/events")) return;
      const items = JSON.parse(payload.toString()) as Item[];
      if (items.some((item) => item["tracker_id"] === linked.trackerId)) resolve([topic, items]);
    }),
  );
  const again = setInterval(() => pulse.bus.publish("fixes", [fixOf(linked, 3)]), 100);
  const [topic, items] = await heard;
  clearInterval(again);
  expect(topic).toBe(`pulse/v1/${row.guid}/${site.guid}/locations`);
  expect(items.map((item) => item["tracker_id"])).toContain(linked.trackerId);
  await listener.endAsync();
});
