import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken, type TestGateway } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

interface Credentials {
  username: string;
  password: string;
}

let pulse: TestPulse;
let gateway: TestGateway;
let token: string;
/** Belongs to another customer than the gateway. */
let stranger: Credentials & { own: string };
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  gateway = await aGateway(pulse, customer, await aSite(pulse, customer), { x: 2, y: 2 });
  token = await aToken(pulse, null, null);
  const other = await aCustomer(pulse);
  const { content } = await call(pulse, "POST", `customers/${other.id}/mqtt-credentials`, { token });
  stranger = {
    username: String(content["mqtt_username"]),
    password: String(content["mqtt_password"]),
    own: `pulse/v1/${other.guid}/#`,
  };
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

test("nobody can receive another customer's gateway messages, whatever they subscribe to and however long they are offline", async () => {
  const stays: IClientOptions = { clean: false, clientId: "stays", resubscribe: false };
  const before = await connect(stranger, stays);
  await expect(before.subscribeAsync([stranger.own, "#"], { qos: 1 })).rejects.toThrow();
  await before.endAsync();
  const heard: string[] = [];
  const uplink = await connect(gateway);
  const up = `kbeacon/publish/${gateway.gmac}`;
  for (let nth = 0; nth < 3; nth++) await uplink.publishAsync(up, `{"secret": ${nth}}`, { qos: 1 });
  const again = await connect(stranger, stays);
  again.on("message", (topic) => heard.push(topic));
  await uplink.publishAsync(up, `{"secret": 3}`, { qos: 1 });
  // Anything kept for it would have arrived before this answer.
  await again.subscribeAsync(stranger.own, { qos: 1 });
  expect(heard).toEqual([]);
});

test("a customer who uses a gateway's client id does not disconnect the gateway", async () => {
  const clientId = `gw-${gateway.gmac}`;
  const theirs = await connect(gateway, { clientId });
  const closed = vi.fn();
  theirs.on("close", closed);
  await connect(stranger, { clientId });
  await theirs.publishAsync(`kbeacon/publish/${gateway.gmac}`, "{}", { qos: 1 });
  expect(closed).not.toHaveBeenCalled();
});
