import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Broker, BrokerHandlers } from "../src/platform/broker/broker.ts";
import { externalBroker, type ExternalBrokerOptions } from "../src/platform/broker/externalBroker.ts";
import { ownCertificate } from "../src/platform/broker/ownCertificate.ts";
import { temporaryFolder } from "./support/database.ts";
import { hasMosquitto, type Mosquitto, mosquitto } from "./support/mosquitto.ts";
import { aDevice, testBroker } from "./support/mqttBroker.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
const later = <T extends { stop(): Promise<void> }>(started: T): T => {
  closing.push(() => started.stop());
  return started;
};

/** Pulse's side of a broker, which knows `up/NAME` as the device of that name. */
async function connected(
  url: string,
  message: BrokerHandlers["message"],
  more: Partial<ExternalBrokerOptions> = {},
): Promise<Broker & { refusals: string[]; said: string[] }> {
  const refusals: string[] = [];
  const said: string[] = [];
  const note = (text: string): void => void said.push(text);
  const broker = await externalBroker(
    {
      url,
      clientId: "pulse-test",
      shareName: null,
      uplinks: ["up/+"],
      senderOf: (topic) => (topic.startsWith("up/") ? aDevice(topic.slice(3)) : null),
      accounts: { all: async () => [], of: async () => null },
      now: Date.now,
      random: () => 1,
      log: { info: note, warn: note },
      ...more,
    },
    { message, refused: (reason, who) => refusals.push(`${reason} ${who}`) },
  );
  closing.push(() => broker.close());
  return { ...broker, refusals, said };
}

async function device(url: string): Promise<MqttClient> {
  const client = await connectAsync(url, { reconnectPeriod: 0 });
  client.on("error", () => undefined);
  closing.push(() => client.endAsync(true));
  return client;
}

const text = (payload: Uint8Array): string => Buffer.from(payload).toString();
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, nth) => `${from + nth}`);

async function say(url: string, texts: string[]): Promise<void> {
  const client = await device(url);
  await Promise.all(texts.map((one) => client.publishAsync("up/a", one, { qos: 1 })));
}

describe.runIf(hasMosquitto)("an external mosquitto", () => {
  const open = async (): Promise<Mosquitto> => later(await mosquitto({ accounts: false }));

  test("an external broker delivers messages while earlier ones wait to be stored, and redelivers unacknowledged ones", async () => {
    const { url } = await open();
    const first: string[] = [];
    const never = new Promise<void>(() => undefined);
    const before = await connected(url, ({ payload }) => {
      first.push(text(payload));
      return never;
    });
    await say(url, numbers(0, 15));
    await vi.waitFor(() => expect(first).toEqual(numbers(0, 15)), 30_000);
    await before.close();
    const again: string[] = [];
    await connected(url, ({ payload, qos }) => {
      expect(qos).toBe(1);
      again.push(text(payload));
    });
    await vi.waitFor(() => expect(again).toEqual(numbers(0, 15)), 30_000);
  });

  test("acknowledged messages are not redelivered by an external broker, and those sent while Pulse is away are not lost", async () => {
    const { url, stop, start } = await open();
    const first: string[] = [];
    const before = await connected(url, async ({ payload }) => void first.push(text(payload)));
    await say(url, numbers(0, 10));
    await vi.waitFor(() => expect(first).toEqual(numbers(0, 10)), 30_000);
    // The broker's answer comes after our acknowledgements.
    await before.close();
    await say(url, numbers(10, 200));
    await stop("SIGTERM");
    await start();
    const again: string[] = [];
    await connected(url, async ({ payload }) => void again.push(text(payload)));
    await vi.waitFor(() => expect(again).toEqual(numbers(10, 200)), 30_000);
  });

  test.each(["SIGTERM", "SIGKILL"] as const)(
    "the connection to an external broker is restored after the broker ended by %s",
    async (signal) => {
      const { url, stop, start } = await open();
      const heard: string[] = [];
      const broker = await connected(url, async ({ payload }) => void heard.push(text(payload)));
      expect([broker.unhealthyReason(), broker.hasListeners("live/a")]).toEqual([null, true]);
      await say(url, ["before"]);
      await vi.waitFor(() => expect(heard).toEqual(["before"]), 30_000);
      await stop(signal);
      await vi.waitFor(() => expect(broker.unhealthyReason()).toMatch(/^away since 20/), 30_000);
      expect(broker.hasListeners("live/a")).toBe(false);
      await start();
      await vi.waitFor(() => expect(broker.unhealthyReason()).toBeNull(), 30_000);
      await say(url, ["after"]);
      await vi.waitFor(() => expect(heard).toEqual(["before", "after"]), 30_000);
    },
  );

  test("a message from an external broker that cannot be stored is counted, not acknowledged, and is redelivered", async () => {
    const { url } = await open();
    let refuses = true;
    const kept: string[] = [];
    const broker = await connected(url, async ({ payload }) => {
      if (refuses) throw new Error("the disk is full");
      kept.push(text(payload));
    });
    await say(url, ["a"]);
    await vi.waitFor(() => expect(broker.refusals).toContain("not_kept up/a: the disk is full"), 30_000);
    refuses = false;
    await vi.waitFor(() => expect(kept).toEqual(["a"]), 30_000);
  });

  test("several processes share an external broker's messages, each of which goes to one of them", async () => {
    const { url } = await open();
    const heard: string[][] = [[], []];
    for (const [nth, own] of heard.entries())
      await connected(url, async ({ payload }) => void own.push(text(payload)), {
        clientId: `pulse-${nth}`,
        shareName: "pulse",
      });
    await say(url, numbers(0, 40));
    await vi.waitFor(() => expect(heard.flat()).toHaveLength(40), 30_000);
    expect(new Set(heard.flat())).toEqual(new Set(numbers(0, 40)));
    for (const own of heard) expect(own.length).toBeGreaterThan(0);
  });

  test("retained, long and unassigned messages of an external broker are skipped, and the next one is received", async () => {
    const { url } = await open();
    await (await device(url)).publishAsync("up/a", "old", { qos: 1, retain: true });
    const heard: string[] = [];
    const broker = await connected(url, async ({ payload }) => void heard.push(text(payload)), {
      senderOf: async (topic) => (topic === "up/a" ? aDevice("a") : null),
    });
    const client = await device(url);
    await client.publishAsync("up/a", Buffer.alloc(300_000), { qos: 1 });
    await client.publishAsync("up/b", "nobody's", { qos: 1 });
    await client.publishAsync("up/a", "next", { qos: 1 });
    await vi.waitFor(() => expect(heard).toEqual(["next"]), 30_000);
    expect(broker.refusals).toEqual(["packet_size up/a: 300000 bytes", "publish_topic up/b: not one device's topic"]);
  });

  test("an external broker without dynamic security manages its own accounts, which is reported", async () => {
    const { url } = await open();
    const broker = await connected(url, () => undefined);
    expect(broker.said.join()).toContain("its operator must manage accounts");
    const account = { username: "a", password: "b", name: "A", publishTopics: new Set<string>(), subscribeTopics: [] };
    await broker.provisionAccount(account);
  });

  test("an external broker's certificate must be trusted over TLS", async () => {
    const folder = mkdtempSync(join(temporaryFolder(), "tls-"));
    const certificate = await ownCertificate(folder, "127.0.0.1", Date.now());
    const tls = { cert: join(folder, "broker.crt"), key: join(folder, "broker.key") };
    writeFileSync(tls.cert, certificate.cert);
    writeFileSync(tls.key, certificate.key);
    const { url } = later(await mosquitto({ accounts: false, tls }));
    await expect(connected(url, () => undefined)).rejects.toThrow(/self-signed/);
    const usual = getCACertificates("default");
    // As NODE_EXTRA_CA_CERTS does for a whole process.
    setDefaultCACertificates([...usual, certificate.cert]);
    closing.push(async () => setDefaultCACertificates(usual));
    expect((await connected(url, () => undefined)).tlsPort).toBe(Number(new URL(url).port));
  });
});

describe.runIf(hasMosquitto)("a mosquitto with dynamic security", () => {
  const account = (name: string, topic = `up/${name}`) => ({
    username: name,
    name,
    publishTopics: new Set([topic]),
    subscribeTopics: [`down/${name}`],
  });
  const enters = (port: number, username: string): Promise<boolean> =>
    connectAsync(`mqtt://127.0.0.1:${port}`, { username, password: "x", reconnectPeriod: 0 }).then(
      async (client) => {
        await client.endAsync(true);
        return true;
      },
      () => false,
    );

  test("changes of credentials made while the broker was away take effect once it is back", async () => {
    const { url, port, stop, start } = later(await mosquitto({ accounts: true }));
    let wanted = [account("stays"), account("moves"), account("goes")];
    const accounts = {
      all: async () => wanted,
      of: async (id: string) => wanted.find(({ name }) => name === id) ?? null,
    };
    const heard: string[] = [];
    const broker = await connected(url, async ({ topic }) => void heard.push(topic), { accounts });
    expect(broker.said.join()).toContain("3 of our MQTT accounts are missing at the broker");
    for (const one of wanted) await broker.provisionAccount({ ...one, password: "x" });
    expect(await enters(port, "goes")).toBe(true);

    await stop();
    await vi.waitFor(() => expect(broker.unhealthyReason()).not.toBeNull(), 30_000);
    wanted = [account("stays"), account("moves", "up/elsewhere")];
    broker.disconnect("goes");
    await expect(broker.provisionAccount({ ...account("stays"), password: "y" })).rejects.toThrow(/away/);
    await start();
    await vi.waitFor(() => expect(broker.unhealthyReason()).toBeNull(), 30_000);
    await vi.waitFor(async () => expect(await enters(port, "goes")).toBe(false), 30_000);
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: "moves", password: "x" });
    closing.push(() => client.endAsync(true));
    await vi.waitFor(async () => {
      await client.publishAsync("up/moves", "a", { qos: 1 });
      await client.publishAsync("up/elsewhere", "a", { qos: 1 });
      expect(heard).toContain("up/elsewhere");
    }, 30_000);
    expect(await enters(port, "stays")).toBe(true);
  });

  test("a wrong broker password for Pulse itself is reported at once", async () => {
    const { url } = later(await mosquitto({ accounts: true }));
    await expect(connected(url.replace("secret", "wrong"), () => undefined)).rejects.toThrow(/not authorized/i);
  });
});

test("a broker that supports only MQTT 3.1.1 is used with that version", async () => {
  const heard: string[] = [];
  const old = await testBroker({
    authenticate: async (name) => ({ ...aDevice(name), subscribeTopics: ["up/#"] }),
  });
  closing.push(() => old.close());
  const broker = await connected(`mqtt://pulse:x@127.0.0.1:${old.port}`, async ({ payload }) => {
    heard.push(text(payload));
  });
  await old.publish("up/a", "heard");
  await vi.waitFor(() => expect(heard).toEqual(["heard"]), 30_000);
  expect(broker.unhealthyReason()).toBeNull();
});
