import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { testBroker, type TestBroker } from "./support/mqttBroker.ts";
import { connectPacket, rawMqtt, subscribePacket } from "./support/rawMqtt.ts";

let broker: TestBroker;
afterEach(() => broker.close());

test("an MQTT listener that does not read delays nobody, and is disconnected and counted", async () => {
  broker = await testBroker({}, { slowReaderMs: 1500 });
  const deaf = await rawMqtt(broker.port);
  deaf.socket.write(connectPacket("deaf", "a"));
  await deaf.next();
  deaf.socket.write(subscribePacket("live/a/#"));
  await deaf.next(); // from here on it reads nothing any more
  const listener = await broker.connect("a");
  await listener.subscribeAsync("live/a/#");
  const heard: string[] = [];
  listener.on("message", (topic) => heard.push(topic));
  const text = "x".repeat(200_000);
  for (let nth = 0; nth < 200; nth++) {
    void broker.publish("live/a/many", text);
    await new Promise((resolve) => setImmediate(resolve));
  }

  const gateway = await broker.connect("gateway");
  await gateway.publishAsync("up/gateway", "still here", { qos: 1 });
  await vi.waitFor(() => expect(broker.messages).toHaveLength(1), 30_000);
  await vi.waitFor(() => expect(broker.refusals).toEqual(["slow_reader a: does not read what is sent to it"]), 30_000);
  deaf.socket.resume();
  await once(deaf.socket, "close");
  await vi.waitFor(() => {
    void broker.publish("live/a/last", "y");
    expect(heard).toContain("live/a/last");
  }, 30_000);
});

test("an MQTT topic has listeners from the first matching subscription until the last one ends", async () => {
  broker = await testBroker();
  const topic = "live/a/site/locations";
  expect(broker.hasListeners(topic)).toBe(false);
  const [first, second] = [await broker.connect("a"), await broker.connect("a")];
  await first.subscribeAsync("live/a/site/events");
  expect(broker.hasListeners(topic)).toBe(false);
  await first.subscribeAsync("live/a/#");
  await second.subscribeAsync("live/a/+/locations");
  await first.unsubscribeAsync("live/a/#");
  expect(broker.hasListeners(topic)).toBe(true);
  expect(broker.hasListeners("live/b/site/locations")).toBe(false);
  await second.endAsync(true);
  await vi.waitFor(() => expect(broker.hasListeners(topic)).toBe(false), 30_000);
});
