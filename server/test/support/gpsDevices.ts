import { localFrame } from "@pulse/geo/localFrame";
import { connectAsync, type MqttClient } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { everythingChanged } from "../../src/platform/bus/changed.ts";
import type { LocatedFix } from "../../src/platform/bus/bus.ts";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { hashSecret } from "../../src/platform/devices/secrets.ts";
import { call } from "./api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./builders.ts";
import { type Spot, testClock } from "./radio.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

interface Here {
  pulse: TestPulse;
  customer: NewCustomer;
  token: string;
  site: TestSite;
  asset: TestAsset;
  /** Another tracker, whose fix shows that every tracker had its turn. */
  bystander: TestAsset;
}

/** Gateways that move and trackers that know where they are, over real MQTT; each test has a site of its own. */
export function gpsDevices() {
  const clock = testClock();
  const here = {} as Here;
  const clients = new Map<string, MqttClient>();
  const sockets: Socket[] = [];

  beforeAll(async () => {
    here.pulse = await testPulse({}, { now: clock.now });
    here.customer = await aCustomer(here.pulse);
    here.token = await aToken(here.pulse, here.customer, "Administrator", { devTools: true });
  });
  beforeEach(() => newSite());
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await Promise.all([...clients.values()].map((client) => client.endAsync(true)));
    await here.pulse.stop();
  });

  async function newSite(settings: object = {}): Promise<void> {
    here.site = await aSite(here.pulse, here.customer, { settings });
    here.asset = await anAsset(here.pulse, here.customer, here.site);
    here.bystander = await anAsset(here.pulse, here.customer, here.site);
  }

  async function changed(): Promise<void> {
    here.pulse.bus.publish("changed", everythingChanged);
    await here.pulse.settled();
  }

  /** Stops Pulse and starts it again over the same database. */
  async function restart(): Promise<void> {
    await Promise.all([...clients.values()].map((client) => client.endAsync(true)));
    clients.clear();
    await here.pulse.stop();
    here.pulse = await testPulse({}, { now: clock.now, keep: true });
    here.token = await aToken(here.pulse, here.customer, "Administrator", { devTools: true });
  }

  async function aMobileGateway(at: Spot = { x: 20, y: 12 }): Promise<TestGateway> {
    const gateway = await aGateway(here.pulse, here.customer, here.site, at);
    await here.pulse.db
      .updateTable("hardwares")
      .set((eb) => ({ hardware_type_id: eb.selectFrom("hardware_types").select("id").where("type", "=", "MOBILE") }))
      .where("id", "=", gateway.id)
      .execute();
    return gateway;
  }

  const latLon = ({ x, y }: Spot) => localFrame(here.site.origin).toLatLon({ x, y: -y });
  const spotOf = (place: { lat: number; lon: number }): Spot => {
    const { x, y } = localFrame(here.site.origin).toLocal(place);
    return { x, y: -y };
  };

  async function clientOf(username: string, password: string): Promise<MqttClient> {
    const open = clients.get(username) ?? (await connectAsync(here.pulse.mqttUrl, { username, password }));
    clients.set(username, open);
    return open;
  }

  /** A gateway sends our own message; it has been acknowledged when this resolves. */
  async function says({ username, password, mqttGuid }: TestGateway, message: object | string): Promise<void> {
    const client = await clientOf(username, password);
    const payload = typeof message === "string" ? message : JSON.stringify({ msg: "scan", adverts: [], ...message });
    await client.publishAsync(`pulse/v1/gateways/${mqttGuid}/up`, payload, { qos: 1 });
  }

  const heard = (from: Spot, tag: Spot = { x: 12, y: 8 }, { mac } = here.asset) => ({
    mac,
    rssi: Math.round(-59 - 22 * Math.log10(Math.hypot(from.x - tag.x, from.y - tag.y, 1.3))),
  });

  /** A tracker sends a report under its own topic with its own credentials. */
  async function tells({ trackerId }: TestAsset, message: object | string): Promise<void> {
    const { mqtt_username, mqtt_guid } = await here.pulse.db
      .updateTable("trackers")
      .set({ mqtt_secret_hash: hashSecret("own") })
      .where("id", "=", trackerId)
      .returning(["mqtt_username", "mqtt_guid"])
      .executeTakeFirstOrThrow();
    const client = await clientOf(mqtt_username, "own");
    const payload = typeof message === "string" ? message : JSON.stringify(message);
    await client.publishAsync(`pulse/v1/trackers/${mqtt_guid}/up`, payload, { qos: 1 });
  }

  /** Sends, and returns the fixes of all trackers that have one this many seconds later. */
  async function fixesAfter(say: () => Promise<void>, secondsLater = 1): Promise<Map<string, LocatedFix>> {
    const fixes = new Map<string, LocatedFix>();
    const allHadTheirTurn = new Promise<void>((resolve) => {
      const stop = here.pulse.bus.subscribe("fixes", (located) => {
        for (const fix of located) fixes.set(fix.trackerId, fix);
        if (!located.some(({ trackerId }) => trackerId === here.bystander.trackerId)) return;
        stop();
        resolve();
      });
    });
    await clock.secondsLater(secondsLater, async () => {
      await say();
      await tells(here.bystander, { gps: { ...latLon({ x: 30, y: 20 }), accuracy: 5 } });
      // Without the site's model this second's tick makes no fix, and while the clock stands still there is no other.
      await here.pulse.settled();
    });
    await allHadTheirTurn;
    return fixes;
  }

  async function metric(outcome: string): Promise<number> {
    await here.pulse.settled();
    const { text } = await call(here.pulse, "GET", "/metrics");
    return Number(new RegExp(`pulse_ingest_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  }

  const listed = async (gateway: TestGateway) =>
    (await call(here.pulse, "GET", `hardwares/${gateway.id}`, { token: here.token })).content as unknown as Record<
      string,
      unknown
    > & { lat: number; lon: number };
  const history = (of: TestAsset) =>
    call(here.pulse, "GET", `assets/${of.id}/history?limit=1000`, { token: here.token });

  /** Resolves once a live socket listens; `update` then is the asset's next one. */
  async function listen(): Promise<{ update: Promise<Record<string, unknown>> }> {
    const socket = io(here.pulse.url, { transports: ["websocket"], reconnection: false });
    sockets.push(socket);
    const update = new Promise<Record<string, unknown>>((resolve) => {
      socket.on("location_update", (items: Record<string, unknown>[]) => {
        const own = items.find((item) => item["tracker_id"] === here.asset.trackerId);
        if (own) resolve(own);
      });
    });
    await new Promise<void>((resolve, reject) => {
      socket.on("failed_login", () => reject(new Error("failed_login")));
      socket.emit("login", here.token, here.site.id, () => resolve());
    });
    return { update };
  }

  return {
    clock,
    here,
    newSite,
    changed,
    restart,
    aMobileGateway,
    latLon,
    spotOf,
    clientOf,
    says,
    heard,
    tells,
    fixesAfter,
    saidMs: clock.saidMs,
    metric,
    listed,
    history,
    listen,
  };
}

/** Metres between two places. */
export function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Asks again until the answer satisfies. */
export async function until<T>(read: () => Promise<T>, satisfied: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (satisfied(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
