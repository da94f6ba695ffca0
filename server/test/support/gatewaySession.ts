import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HardwareConnection } from "@pulse/contract/gatewayConnection";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync } from "mqtt";
import { expect } from "vitest";
import { everythingChanged } from "../../src/platform/bus/changed.ts";
import { call } from "./api.ts";
import { anOrganisation } from "./anOrganisation.ts";
import { aToken } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

export interface Published {
  topic: string;
  /** As text, or as hex. */
  payload: string;
  payload_hex?: string;
  qos: 0 | 1 | 2;
  retain: boolean;
}

/** What a maker's firmware publishes and subscribes from power-on to its last words (protocols/fixtures/sessions). */
export interface GatewaySession {
  /** Which version of which firmware, and where in it. */
  source: string;
  type: string;
  name: string;
  mac: string;
  client_id: string;
  will: Published | null;
  subscribe: string[];
  publish: Published[];
  /** How many of the adverts are of the tag, and the RSSI of the last, dBm. */
  adverts: number;
  last_rssi: number;
  /** What is not for us, by pattern. */
  ignored: Record<string, number>;
  last_words?: Published;
}

/** The tag of every session. */
export const sessionTag = "F4:7A:6B:00:02:01";

const folder = join(import.meta.dirname, "../../../protocols/fixtures/sessions");
export const sessionNames = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
export const readSession = (name: string): GatewaySession =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as GatewaySession;

export interface GatewayAccount {
  username: string;
  password: string;
}

/** A gateway's connection through some MQTT library. */
export interface SessionClient {
  subscribe(topic: string): Promise<void>;
  /** Resolves when the message is acknowledged, or is on its way if its QoS is 0. */
  publish(message: Published): Promise<void>;
  /** How often the connection has ended. */
  ends(): number | Promise<number>;
  end(): Promise<void>;
}

/** Where a session's client connects to, as whom, and by which version of MQTT (4: 3.1.1). */
export interface SessionOptions {
  port: number;
  account: GatewayAccount;
  session: Pick<GatewaySession, "client_id" | "will">;
  protocol: 4 | 5;
}

export const bytesOf = ({ payload, payload_hex: hex }: Pick<Published, "payload" | "payload_hex">): Buffer =>
  hex === undefined ? Buffer.from(payload) : Buffer.from(hex, "hex");

/** By mqtt.js. */
export async function mqttJs({ port, account, session, protocol }: SessionOptions): Promise<SessionClient> {
  let ends = 0;
  const { client_id: clientId, will } = session;
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    ...account,
    clientId,
    protocolVersion: protocol,
    reconnectPeriod: 0,
    ...(will ? { will: { ...will, payload: bytesOf(will) } } : {}),
  });
  client.on("error", () => undefined);
  client.on("close", () => ends++);
  const ended = new Promise<never>((_, reject) => client.once("close", () => reject(new Error("it has ended"))));
  ended.catch(() => undefined);
  return {
    // What it may not subscribe to is refused alone.
    subscribe: (topic) =>
      client.subscribeAsync(topic, { qos: 1 }).then(
        () => undefined,
        () => undefined,
      ),
    publish: async (message) => {
      const { topic, qos, retain } = message;
      await Promise.race([client.publishAsync(topic, bytesOf(message), { qos, retain }), ended]);
    },
    ends: () => ends,
    end: () => client.endAsync(true),
  };
}

/** A gateway of a session, and the tag, at a customer of their own. */
export async function onboard(pulse: TestPulse, { type, name, mac }: Pick<GatewaySession, "type" | "name" | "mac">) {
  const { site, token } = await anOrganisation(pulse);
  const operator = await aToken(pulse, null, null);
  const types = (await call(pulse, "GET", "hardwares/types", { token: operator })).content as unknown as HardwareType[];
  const { content: gateway } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, {
    token,
    body: { name, mac, hardware_type_id: types.find((one) => one.type === type)!.id, lat: 51.9, lon: 4.4 },
  });
  const tracker = { name: "Tag", mac: sessionTag, type: "KKM" };
  expect((await call(pulse, "POST", `trackers?site_id=${site.id}`, { token, body: tracker })).status).toBe(201);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const id = String(gateway["id"]);
  const strengths: number[] = [];
  pulse.bus.subscribe("sightings", ({ sightings }) => strengths.push(...sightings.map(({ rssi }) => rssi)), {
    siteId: site.id,
  });
  return {
    id,
    siteId: site.id,
    operator,
    account: { username: String(gateway["mqtt_username"]), password: String(gateway["mqtt_password"]) },
    /** The RSSI of each advert of the tag so far, dBm. */
    strengths,
    detail: async () => (await call(pulse, "GET", `hardwares/${id}`, { token })).content,
    connection: async () =>
      (await call(pulse, "GET", `hardwares/${id}/connection`, { token })).content as unknown as HardwareConnection & {
        ignored_topics: { topic: string; count: number }[];
      },
  };
}

export type OnboardedGateway = Awaited<ReturnType<typeof onboard>>;

/** Plays a whole session: connected throughout, each advert of the tag heard once, and the rest counted by pattern. */
export async function expectSession(
  pulse: TestPulse,
  session: GatewaySession,
  protocol: 4 | 5,
  open: (options: SessionOptions) => Promise<SessionClient>,
): Promise<void> {
  const gateway = await onboard(pulse, session);
  const client = await open({ port: pulse.mqttPort, account: gateway.account, session, protocol });
  try {
    for (const topic of session.subscribe) await client.subscribe(topic);
    for (const message of session.publish) await client.publish(message);
    await expect.poll(() => gateway.strengths.length).toBe(session.adverts);
    expect(Math.round(gateway.strengths.at(-1)!)).toBe(session.last_rssi);
    await expect
      .poll(async () => (await gateway.detail())["beacons_connected"])
      .toMatchObject([{ mac: sessionTag, rssi: session.last_rssi }]);
    await expectIgnored(gateway, session.ignored);
    const detail = await gateway.detail();
    expect(detail).toMatchObject({ status: "online", health: [], diagnostics: { undecodable: 0, mismatched: 0 } });
    expect((await gateway.connection()).faults).toEqual([]);
    expect(await client.ends()).toBe(0);
    if (session.last_words === undefined) return;
    await client.publish(session.last_words);
    await expect.poll(async () => (await gateway.detail())["status"]).toBe("offline");
    await client.publish(session.publish[0]!);
    await expect.poll(async () => (await gateway.detail())["status"]).toBe("online");
    expect(await client.ends()).toBe(0);
  } finally {
    await client.end();
  }
}

/** The messages that the gateway's page lists as ignored, by pattern. */
export async function expectIgnored(gateway: OnboardedGateway, ignored: Record<string, number>): Promise<void> {
  await expect
    .poll(async () =>
      Object.fromEntries((await gateway.connection()).ignored_topics.map(({ topic, count }) => [topic, count])),
    )
    .toEqual(ignored);
}
