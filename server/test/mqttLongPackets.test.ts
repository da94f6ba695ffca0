import { afterEach, expect, test, vi } from "vitest";
import { testBroker, type TestBroker } from "./support/mqttBroker.ts";
import { connectPacket, publishPacket, rawMqtt } from "./support/rawMqtt.ts";

let broker: TestBroker;
afterEach(() => broker.close());
const tooMuch = Buffer.alloc(300 * 1024);

test("a QoS 1 message above the packet limit is acknowledged, so that it is not sent forever, and later ones are read", async () => {
  broker = await testBroker();
  const client = await broker.connect("gateway");
  await client.publishAsync("up/gateway", tooMuch, { qos: 1 });
  await client.publishAsync("up/gateway", "after", { qos: 1 });
  expect(broker.messages.map(({ payload }) => Buffer.from(payload).toString())).toEqual(["after"]);
  expect(broker.refusals).toEqual([`packet_size gateway: ${tooMuch.length + 14} bytes`]);
});

test("a long MQTT packet is recognised however it is split, and skipped to its last byte", async () => {
  broker = await testBroker();
  const raw = await rawMqtt(broker.port);
  raw.socket.write(connectPacket("raw", "gateway"));
  await raw.next();
  const bytes = Buffer.concat([
    publishPacket("up/gateway", Buffer.from("before"), 0),
    publishPacket("up/gateway", tooMuch, 2, 0x1234),
    publishPacket("up/gateway", Buffer.from("after"), 0),
  ]);
  // The fixed header of the second begins at 20: its bytes and those of its topic and id are sent in small pieces, then
  // the rest.
  const cuts = [21, 22, 23, 24, 25, 30, 36, 37, bytes.length - 22, bytes.length - 10];
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    await new Promise((resolve) => raw.socket.write(bytes.subarray(from, to), resolve));
    await new Promise((resolve) => setImmediate(resolve));
    from = to;
  }
  expect([...(await raw.next())]).toEqual([0x50, 2, 0x12, 0x34]);
  await vi.waitFor(() => expect(broker.messages).toHaveLength(2), 30_000);
  expect(broker.messages.map(({ payload }) => Buffer.from(payload).toString())).toEqual(["before", "after"]);
});

test.each([
  ["on somebody else's topic", "up/other", 1],
  ["that nobody waits for", "up/gateway", 0],
] as const)("an MQTT message above the limit %s is skipped, and later ones are read", async (_what, topic, qos) => {
  broker = await testBroker();
  const client = await broker.connect("gateway");
  await client.publishAsync(topic, tooMuch, { qos });
  await client.publishAsync("up/gateway", "after", { qos: 1 });
  expect(broker.messages.map(({ payload }) => Buffer.from(payload).toString())).toEqual(["after"]);
  expect(broker.refusals).toHaveLength(1);
});

test("an MQTT packet above the limit ends a connection that has not signed in", async () => {
  broker = await testBroker();
  const raw = await rawMqtt(broker.port);
  const closed = new Promise<void>((resolve) => raw.socket.once("close", () => resolve()));
  raw.socket.write(publishPacket("up/gateway", tooMuch, 0));
  raw.socket.resume();
  await closed;
  expect(broker.refusals).toHaveLength(1);
});
