import { join as joinPath } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { segmentLog } from "../src/platform/log/segmentLog.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import {
  aCustomer,
  aGeofence,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { testClock, type Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { workGate } from "./support/workGate.ts";

// For ten minutes the processor has no time for devices' messages. What comes last is shown first; history and geofences
// are those of a server that was never slow.
const clock = testClock();
const gate = workGate();
const [stepS, lastS] = [5, 600];
/** Ten minutes of acknowledged messages take a while on a busy machine. */
const patientMs = 240_000;
/** The asset stands outside the geofence, walks into it, stands there and walks out again. */
const [far, near] = [
  { x: 33, y: 12 },
  { x: 10, y: 10 },
];
let pulse: TestPulse;
let customer: NewCustomer;
let token: string;
const sockets: Socket[] = [];

interface Scene {
  site: TestSite;
  asset: TestAsset;
  fenceId: string;
  gateways: (TestGateway & { spot: Spot })[];
  startMs: number;
}
interface Update {
  tracker_id: string;
  last_updated: string;
}

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now, delayWork: gate.delayWork });
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator");
});
afterEach(async () => {
  gate.open();
  for (const socket of sockets.splice(0)) socket.disconnect();
  await pulse.settled();
});
afterAll(() => pulse.stop());

async function aScene(): Promise<Scene> {
  const site = await aSite(pulse, customer);
  const gateways = await sixGateways(pulse, customer, site);
  const asset = await anAsset(pulse, customer, site);
  const { id: fenceId } = await aGeofence(pulse, customer, site);
  // All scenes begin at the same moment of a minute.
  clock.advance(60_000 - ((clock.now() - 1) % 60_000));
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  return { site, asset, fenceId, gateways, startMs: clock.now() };
}
function spotAt(s: number): Spot {
  const share = (fromS: number): number => Math.min(1, Math.max(0, (s - fromS) / 30));
  const part = share(120) - share(300);
  return { x: far.x + part * (near.x - far.x), y: far.y + part * (near.y - far.y) };
}
/** What the gateways of a scene say at a second of it. */
function messagesAt({ asset, gateways }: Scene, s: number) {
  const at = spotAt(s);
  return gateways.map(({ id, gmac, spot }, nth) => {
    const m = Math.hypot(spot.x - at.x, spot.y - at.y, 1.3);
    const rssi = Math.round(-59 - 22 * Math.log10(m) + 2 * Math.sin(7 * s + 3 * nth));
    const obj = [{ type: 4, dmac: asset.mac.replaceAll(":", ""), rssi, refpower: -59 }];
    return { id, topic: `kbeacon/publish/${gmac}`, payload: JSON.stringify({ msg: "advData", gmac, obj }) };
  });
}
async function connect({ gateways }: Scene): Promise<MqttClient[]> {
  return Promise.all(gateways.map(({ username, password }) => connectAsync(pulse.mqttUrl, { username, password })));
}
/** Ten minutes pass. Each message is acknowledged before the clock goes on. */
async function tenMinutes(scene: Scene, afterStep: () => Promise<void> = async () => undefined): Promise<void> {
  const clients = await connect(scene);
  for (let s = 0; s < lastS; s += stepS) {
    for (const [nth, { topic, payload }] of messagesAt(scene, s).entries())
      await clients[nth]!.publishAsync(topic, payload, { qos: 1 });
    clock.advance(stepS * 1000);
    await afterStep();
  }
  await Promise.all(clients.map((client) => client.endAsync(true)));
}
/** Joins a site and collects the positions that it is sent. */
async function join(siteId: string): Promise<Update[]> {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  sockets.push(socket);
  const updates: Update[] = [];
  socket.on("location_update", (items: Update[]) => updates.push(...items));
  expect(await new Promise((resolve) => socket.emit("login", token, siteId, resolve))).toEqual({ ok: true });
  return updates;
}
const ageMs = ({ last_updated: at }: Update): number => clock.now() - Date.parse(at);
const readyz = async () =>
  (await (await fetch(`${pulse.url}/readyz`)).json()) as { behind_ms: number; troubles: { part: string }[] };
const rowsOf = ({ asset }: Scene) =>
  pulse.db.selectFrom("positions").selectAll().where("tracker_id", "=", asset.trackerId).orderBy("ts").execute();
const sightingsOf = async ({ asset }: Scene): Promise<number> => {
  const rows = await pulse.db
    .selectFrom("sightings")
    .select("count")
    .where("tracker_id", "=", asset.trackerId)
    .execute();
  return rows.reduce((sum, { count }) => sum + count, 0);
};
/** Everything that is stored of a scene once its messages are processed, in seconds of it. */
async function recordOf(scene: Scene) {
  await expect.poll(() => sightingsOf(scene), { timeout: 60_000 }).toBe((6 * lastS) / stepS);
  // The end of a row that goes on is written every ten seconds.
  const lastEndMs = async (): Promise<number> => {
    clock.advance(20_000);
    return (await rowsOf(scene)).at(-1)?.end_ts.getTime() ?? 0;
  };
  await expect.poll(lastEndMs, { timeout: 60_000 }).toBeGreaterThan(scene.startMs + (lastS - stepS) * 1000);
  const secondOf = (at: Date | string | null | undefined): number | null =>
    at ? (new Date(at).getTime() - scene.startMs) / 1000 : null;
  const stays = await pulse.db
    .selectFrom("geofence_stays")
    .selectAll()
    .where("geofence_id", "=", scene.fenceId)
    .orderBy("enter_at")
    .execute();
  const events = await pulse.db
    .selectFrom("events")
    .selectAll()
    .where("entity_id", "=", scene.fenceId)
    .orderBy("seq")
    .execute();
  return {
    stays: stays.map(({ enter_at, exit_at, exit_reason }) => [secondOf(enter_at), secondOf(exit_at), exit_reason]),
    events: events
      .filter(({ operation }) => operation.startsWith("asset_"))
      .map(({ operation, data }) => [operation, secondOf(data.asset?.at)]),
    rows: (await rowsOf(scene)).map(({ ts, end_ts, lat, lon }) => [
      secondOf(ts),
      secondOf(end_ts),
      Number(lat.toFixed(6)),
      Number(lon.toFixed(6)),
    ]),
  };
}
let usual: Awaited<ReturnType<typeof recordOf>>;

test(
  "a server that keeps up stores the whole walk, and one entry and one exit",
  async () => {
    const scene = await aScene();
    await tenMinutes(scene, pulse.settled);
    clock.advance(1000);
    await pulse.settled();
    usual = await recordOf(scene);
    expect(usual.events.map(([operation]) => operation)).toEqual(["asset_entered_geofence", "asset_exited_geofence"]);
    expect(usual.stays).toHaveLength(1);
    for (const [nth, [, endS]] of usual.rows.entries())
      expect((usual.rows[nth + 1]?.[0] ?? lastS) - (endS ?? 0)).toBeLessThan(10);
  },
  patientMs,
);

test(
  "in an overload the newest positions are shown first, and history and geofences miss and double nothing",
  async () => {
    const scene = await aScene();
    const updates = await join(scene.site.id);
    gate.close("in order");
    await tenMinutes(scene);
    // Nothing is processed in order, and yet the picture is of now.
    await expect.poll(() => updates.some((update) => ageMs(update) < 5_000), { timeout: 60_000 }).toBe(true);
    expect(await rowsOf(scene)).toEqual([]);
    const { behind_ms: behindMs, troubles } = await readyz();
    expect(behindMs).toBeLessThan(5_000);
    expect(troubles.map(({ part }) => part)).toEqual(["history"]);

    gate.open();
    await pulse.settled();
    clock.advance(1000);
    await pulse.settled();
    expect(await recordOf(scene)).toEqual(usual);
    await expect.poll(readyz, { timeout: 60_000 }).toMatchObject({ behind_ms: 0, troubles: [] });
    // No dot goes back in time.
    const times = updates.map(({ last_updated: at }) => at);
    expect(times).toEqual(times.toSorted());
  },
  patientMs,
);

test(
  "after a start with a backlog the newest positions are shown first, and the backlog is processed completely",
  async () => {
    const scene = await aScene();
    await pulse.stop();
    const folder = joinPath(pulse.config.dataDir, "log");
    const log = await segmentLog({ folder, now: clock.now, maxBytes: 64 * 1024 * 1024 });
    for (let s = 0; s < lastS; s += stepS) {
      const entries = messagesAt(scene, s).map(({ id, topic, payload }) =>
        log.append({ source: `gateway/${id}`, topic, payload: Buffer.from(payload) }),
      );
      await Promise.all(entries);
      clock.advance(stepS * 1000);
    }
    await log.close();
    gate.close("in order");
    pulse = await testPulse({}, { now: clock.now, delayWork: gate.delayWork, keep: true });
    token = await aToken(pulse, customer, "Administrator");
    const updates = await join(scene.site.id);
    const clients = await connect(scene);
    // Somebody who joins later sees positions as they come.
    for (const [nth, { topic, payload }] of messagesAt(scene, lastS - stepS).entries())
      await clients[nth]!.publishAsync(topic, payload, { qos: 1 });
    clock.advance(1000);
    await expect.poll(() => updates.some((update) => ageMs(update) < 5_000), { timeout: 60_000 }).toBe(true);
    expect(await rowsOf(scene)).toEqual([]);
    await Promise.all(clients.map((client) => client.endAsync(true)));
    gate.open();
    await pulse.settled();
    // The last ten seconds are stored when they are over.
    clock.advance(20_000);
    await expect.poll(() => sightingsOf(scene), { timeout: 60_000 }).toBe((6 * lastS) / stepS + 6);
    const times = updates.map(({ last_updated: at }) => at);
    expect(times).toEqual(times.toSorted());
    await expect.poll(readyz, { timeout: 60_000 }).toMatchObject({ behind_ms: 0, troubles: [] });
    const events = await pulse.db
      .selectFrom("events")
      .select("operation")
      .where("entity_id", "=", scene.fenceId)
      .orderBy("seq")
      .execute();
    expect(events.map(({ operation }) => operation)).toEqual(["asset_entered_geofence", "asset_exited_geofence"]);
    const rows = await rowsOf(scene);
    for (const [nth, { end_ts }] of rows.entries())
      expect((rows[nth + 1]?.ts.getTime() ?? 0) - end_ts.getTime()).toBeLessThan(10_000);
  },
  patientMs,
);
