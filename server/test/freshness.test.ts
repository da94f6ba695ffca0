import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  aGeofence,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { fixOf } from "./support/fixesOf.ts";
import { testClock } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { workGate } from "./support/workGate.ts";

// The processor has no time for devices' messages: they wait in the log, and everybody is told so.
const clock = testClock();
const gate = workGate();
const minuteMs = 60_000;
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let gateway: TestGateway;
let asset: TestAsset;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now, delayWork: gate.delayWork });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  gateway = await aGateway(pulse, customer, site, { x: 3, y: 3 });
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(async () => {
  gate.open();
  for (const socket of sockets.splice(0)) socket.disconnect();
  await pulse.settled();
});
afterAll(async () => {
  gate.open();
  await pulse.stop();
});

/** The gateway posts a message: it is not connected, so only its messages show that it is there. */
async function post(macs = [asset.mac]): Promise<void> {
  const basic = Buffer.from(`${gateway.username}:${gateway.password}`).toString("base64");
  const obj = macs.map((mac) => ({ type: 4, dmac: mac.replaceAll(":", ""), rssi: -60, refpower: -59 }));
  const body = { msg: "advData", gmac: gateway.gmac, obj };
  const { status } = await call(pulse, "POST", "ingest/scans", { headers: { authorization: `Basic ${basic}` }, body });
  expect(status).toBe(202);
}
async function ready(): Promise<{ status: string; behind_ms: number; troubles: { part: string; trouble: string }[] }> {
  const answer = await fetch(`${pulse.url}/readyz`);
  return (await answer.json()) as Awaited<ReturnType<typeof ready>>;
}
/** The live picture's age, which is known to within the last message that it has read before. */
const about = (ms: number): unknown => expect.closeTo(ms, -2);
/** Joins the site; `news` collects what the socket says about how far behind the picture is. */
async function join(): Promise<number[]> {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  sockets.push(socket);
  const news: number[] = [];
  socket.on("freshness", ({ behind_ms: behindMs }: { behind_ms: number }) => news.push(behindMs));
  expect(await new Promise((resolve) => socket.emit("login", token, site.id, resolve))).toEqual({ ok: true });
  return news;
}
const gatewayStatus = async (): Promise<unknown> =>
  (await call(pulse, "GET", `hardwares?site_id=${site.id}`, { token })).content[0]?.["status"];
const gatewaysOnline = async (): Promise<unknown> =>
  (await call(pulse, "GET", `sites/${site.id}`, { token })).content["num_gateway_online"];

test("while messages wait to be processed, readyz says how old the oldest is and names the trouble", async () => {
  await post();
  await pulse.settled();
  expect(await ready()).toMatchObject({ status: "ready", behind_ms: 0, troubles: [] });
  gate.close();
  await post();
  clock.advance(4 * minuteMs);
  await post();
  const { status, behind_ms: behindMs, troubles } = await ready();
  expect(status).toBe("ready");
  expect(behindMs).toBe(4 * minuteMs);
  expect(troubles).toEqual([
    { part: "live_picture", trouble: "the live picture is 4 min behind" },
    { part: "history", trouble: "history and geofences are 4 min behind" },
  ]);
  expect((await call(pulse, "GET", "/metrics")).text).toContain("pulse_behind_seconds 240");
  gate.open();
  await pulse.settled();
  expect(await ready()).toMatchObject({ behind_ms: 0, troubles: [] });
});

test("sockets are told how far behind the picture is when that changes, and a client that joins meanwhile too", async () => {
  const early = await join();
  gate.close();
  await post();
  clock.advance(minuteMs);
  await expect.poll(() => early, { timeout: 60_000 }).toEqual([about(minuteMs)]);
  const late = await join();
  await expect.poll(() => late, { timeout: 60_000 }).toEqual([about(minuteMs)]);
  // Less than a second is not worth a message.
  clock.advance(900);
  clock.advance(minuteMs);
  await expect.poll(() => late.at(-1), { timeout: 60_000 }).toEqual(about(2 * minuteMs + 900));
  gate.open();
  for (const news of [early, late]) await expect.poll(() => news.at(-1), { timeout: 60_000 }).toBe(0);
  expect(early).toEqual([about(minuteMs), about(2 * minuteMs + 900), 0]);
  expect(await join()).toEqual([]);
});

test("a gateway counts as online while its messages wait to be processed, and as offline once it is silent", async () => {
  await post();
  await pulse.settled();
  // What gateways report is stored every two seconds.
  await expect.poll(gatewaysOnline, { timeout: 60_000 }).toBe(1);
  gate.close();
  for (let minute = 0; minute < 4; minute++) {
    clock.advance(minuteMs);
    await post();
  }
  expect([await gatewayStatus(), await gatewaysOnline()]).toEqual(["online", 1]);
  const connection = await call(pulse, "GET", `hardwares/${gateway.id}/connection`, { token });
  expect(connection.content["status"]).toBe("online");
  gate.open();
  await pulse.settled();
  expect(await gatewayStatus()).toBe("online");
  clock.advance(2 * minuteMs);
  expect([await gatewayStatus(), await gatewaysOnline()]).toEqual(["offline", 0]);
});

test("no asset leaves a geofence by timeout while its messages wait, however long", async () => {
  const fence = await aGeofence(pulse, customer, site);
  await pulse.db.updateTable("geofences").set({ geofence_exit_timeout: 1 }).where("id", "=", fence.id).execute();
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const stays = () =>
    pulse.db.selectFrom("geofence_stays").selectAll().where("geofence_id", "=", fence.id).orderBy("enter_at").execute();
  const isAt = async (x: number, seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      pulse.bus.publish("fixes", [fixOf(site, asset, clock.now(), x)]);
    }
    await pulse.bus.idle();
    await pulse.settled();
  };
  await isAt(30, 5);
  await isAt(10, 10);
  expect(await stays()).toMatchObject([{ exit_at: null }]);
  const seenMs = clock.now();
  gate.close();
  clock.advance(1000);
  // What waits need not be about the asset.
  await post([]);
  // Timeouts are looked for at least once a second; a socket's message shows that one has passed.
  const news = await join();
  clock.advance(10 * minuteMs);
  for (let turn = 1; turn <= 3; turn++) {
    clock.advance(2000);
    const count = news.length;
    await expect.poll(() => news.length, { timeout: 60_000 }).toBeGreaterThan(count);
  }
  await pulse.bus.idle();
  expect(await stays()).toMatchObject([{ exit_at: null }]);
  gate.open();
  await expect.poll(async () => (await stays())[0]?.exit_reason, { timeout: 60_000 }).toBe("timeout");
  expect((await stays())[0]?.exit_at?.getTime()).toBe(seenMs + minuteMs);
});
