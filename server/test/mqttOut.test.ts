import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestAsset, type TestGateway } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What customers' own credentials allow on the broker: hearing their own messages, and nothing else.
interface Credentials {
  username: string;
  password: string;
}
interface Side {
  customer: NewCustomer;
  siteGuid: string;
  gateway: TestGateway;
  asset: TestAsset;
  credentials: Credentials;
}
let pulse: TestPulse;
let [ours, theirs]: Side[] = [];
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  const token = await aToken(pulse, null, null);
  const side = async (): Promise<Side> => {
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer);
    const { content } = await call(pulse, "POST", `customers/${customer.id}/mqtt-credentials`, { token });
    return {
      customer,
      siteGuid: site.guid,
      gateway: await aGateway(pulse, customer, site, { x: 2, y: 2 }),
      asset: await anAsset(pulse, customer, site),
      credentials: { username: String(content["mqtt_username"]), password: String(content["mqtt_password"]) },
    };
  };
  [ours, theirs] = [await side(), await side()];
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

async function connect({ username, password }: Credentials, more: IClientOptions = {}): Promise<MqttClient> {
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0, ...more });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}
/** Whether the broker grants a filter. */
const isGranted = (client: MqttClient, filter: string): Promise<boolean> =>
  client.subscribeAsync(filter).then(
    ([grant]) => grant !== undefined && grant.qos < 128,
    () => false,
  );
const topicOf = ({ customer, siteGuid }: Side, what = "locations"): string =>
  `pulse/v1/${customer.guid}/${siteGuid}/${what}`;
/** What a client hears, read after everything that was sent before has arrived. */
function ears(client: MqttClient, own: string) {
  const heard: { topic: string; text: string }[] = [];
  client.on("message", (topic, payload) => heard.push({ topic, text: payload.toString() }));
  return async () => {
    await client.subscribeAsync(own);
    return heard;
  };
}
/** A side's tag is heard by its gateway until the customer gets its position. */
async function beHeard(side: Side): Promise<void> {
  const gateway = await connect(side.gateway);
  const listener = await connect(side.credentials);
  const topics = new Set<string>();
  listener.on("message", (topic) => topics.add(topic));
  await listener.subscribeAsync(`pulse/v1/${side.customer.guid}/#`);
  const { gmac } = side.gateway;
  const advert = { type: 4, dmac: side.asset.mac.replaceAll(":", ""), rssi: -50 };
  await vi.waitFor(
    async () => {
      await gateway.publishAsync(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "advData", gmac, obj: [advert] }), {
        qos: 1,
      });
      expect([...topics]).toContain(topicOf(side));
    },
    { timeout: 60_000, interval: 200 },
  );
}

describe("subscribing", () => {
  test("an MQTT filter never gives access to another customer's topics, or to topics above all customers", async () => {
    const { guid } = ours!.customer;
    const forbidden = [
      "#",
      "+/#",
      "pulse/#",
      "pulse/+/#",
      "pulse/v1/#",
      "pulse/v1/+",
      "pulse/v1/+/#",
      "pulse/v1/+/+/locations",
      `pulse/v1/+/${ours!.siteGuid}/locations`,
      `+/+/${guid}/#`,
      `pulse/v1/${guid}`,
      `pulse/v1/${guid}/#`,
      topicOf(ours!),
      topicOf(ours!, "events"),
      `pulse/v1/${guid.toUpperCase()}/#`,
      `/pulse/v1/${guid}/#`,
      `$share/all/pulse/v1/${guid}/#`,
      `$share/all/pulse/v1/${theirs!.customer.guid}/#`,
      "$SYS/#",
      `kbeacon/publish/${ours!.gateway.gmac}`,
      `kbeacon/publish/${theirs!.gateway.gmac}`,
      `kbeacon/subaction/${theirs!.gateway.gmac}`,
    ];
    const listening = await Promise.all(
      forbidden.map(async (filter) => {
        const client = await connect(theirs!.credentials);
        const heard = ears(client, `pulse/v1/${theirs!.customer.guid}/#`);
        return { filter, isGranted: await isGranted(client, filter), heard };
      }),
    );
    expect(listening.filter((one) => one.isGranted).map(({ filter }) => filter)).toEqual([]);
    await beHeard(ours!);
    for (const { filter, heard } of listening)
      expect([filter, (await heard()).filter(({ topic }) => topic.includes(guid))]).toEqual([filter, []]);
  });

  test("a customer's own MQTT topics are open as a whole and one by one, and only with its own password", async () => {
    const client = await connect(ours!.credentials);
    const { guid } = ours!.customer;
    for (const filter of [
      `pulse/v1/${guid}/#`,
      `pulse/v1/${guid}/+/locations`,
      topicOf(ours!),
      topicOf(ours!, "events"),
    ])
      expect([filter, await isGranted(client, filter)]).toEqual([filter, true]);
    await expect(connect({ ...ours!.credentials, password: theirs!.credentials.password })).rejects.toThrow(/password/);
  });

  test("a gateway cannot subscribe to any customer's topics, not even its own customer's", async () => {
    for (const filter of [`pulse/v1/${ours!.customer.guid}/#`, topicOf(ours!), "pulse/v1/#"]) {
      const client = await connect(ours!.gateway);
      expect([filter, await isGranted(client, filter)]).toEqual([filter, false]);
    }
  });
});

describe("publishing", () => {
  const forged = JSON.stringify([{ guid: "forged" }]);

  test.each<[string, () => Credentials, () => string]>([
    ["a customer to another's topics", () => theirs!.credentials, () => topicOf(ours!)],
    ["a customer to another's events", () => theirs!.credentials, () => topicOf(ours!, "events")],
    ["a customer to its own topics", () => ours!.credentials, () => topicOf(ours!)],
    ["a gateway to its customer's topics", () => ours!.gateway, () => topicOf(ours!)],
    ["a customer as one of its gateways", () => ours!.credentials, () => `kbeacon/publish/${ours!.gateway.gmac}`],
    ["a customer to a gateway's commands", () => ours!.credentials, () => `kbeacon/subaction/${ours!.gateway.gmac}`],
  ])("an MQTT publication by %s reaches nobody, now or later", async (_what, who, topicFor) => {
    const topic = topicFor();
    const own = `pulse/v1/${ours!.customer.guid}/#`;
    const listener = await connect(ours!.credentials);
    const heard = ears(listener, own);
    await listener.subscribeAsync(own);
    const device = await connect(ours!.gateway);
    const commands = `kbeacon/subaction/${ours!.gateway.gmac}`;
    const told = ears(device, commands);
    await device.subscribeAsync(commands);
    const before = await received();
    for (const qos of [0, 1, 2] as const) {
      const writer = await connect(who());
      const closed = new Promise<void>((resolve) => writer.once("close", () => resolve()));
      writer.publish(topic, forged, { qos, retain: true }, () => undefined);
      // It answers one question after the other, unless it ends the connection of a client that writes where it may
      // not.
      await Promise.race([closed, writer.subscribeAsync("nothing").catch(() => undefined)]);
    }
    const texts = (all: { text: string }[]) => all.filter(({ text }) => text.includes("forged"));
    expect([texts(await heard()), texts(await told())]).toEqual([[], []]);
    const later = ears(await connect(ours!.credentials), own);
    expect(texts(await later())).toEqual([]);
    expect(await received()).toBe(before);
  });

  /** How many messages of devices were taken in. */
  async function received(): Promise<string> {
    await pulse.settled();
    const { content } = await call(pulse, "GET", `hardwares/${ours!.gateway.id}/messages`, {
      token: await aToken(pulse, null, null, { devTools: true }),
    });
    return JSON.stringify(content.filter((one) => JSON.stringify(one).includes("forged")));
  }

  test("an MQTT last will is never published, on any topic", async () => {
    const listener = await connect(ours!.credentials);
    const own = `pulse/v1/${ours!.customer.guid}/#`;
    const heard = ears(listener, own);
    await listener.subscribeAsync(own);
    for (const topic of [topicOf(ours!), topicOf(ours!, "events"), `kbeacon/publish/${ours!.gateway.gmac}`]) {
      const will = { topic, payload: Buffer.from(forged), qos: 1 as const, retain: true };
      const dying = await connect(theirs!.credentials, { will });
      // Without a goodbye, like a device that loses power.
      dying.stream.destroy();
    }
    // Signing in again shows that the broker has seen the others go.
    const again = await connect(theirs!.credentials);
    await again.subscribeAsync(`pulse/v1/${theirs!.customer.guid}/#`);
    expect((await heard()).filter(({ text }) => text.includes("forged"))).toEqual([]);
  });
});
