import { afterEach, expect, test, vi } from "vitest";
import { testBroker, type TestBroker } from "./support/mqttBroker.ts";

let broker: TestBroker;
afterEach(() => broker.close());

test("an MQTT message is acknowledged only once it is stored", async () => {
  const slow = Promise.withResolvers<void>();
  broker = await testBroker({ message: ({ client }) => (client.name === "slow" ? slow.promise : undefined) });
  const [waiting, other] = [await broker.connect("slow"), await broker.connect("other")];
  let acknowledged = false;
  const sent = waiting.publishAsync("up/slow", "a", { qos: 1 }).then(() => (acknowledged = true));
  await vi.waitFor(() => expect(broker.messages).toHaveLength(1), 30_000);
  await other.publishAsync("up/other", "b", { qos: 1 });
  expect(acknowledged).toBe(false);
  slow.resolve();
  await sent;
});

test.each([
  ["refuses later", () => Promise.reject(new Error("the disk is full"))],
  [
    "refuses at once",
    () => {
      throw new Error("the disk is full");
    },
  ],
])("a message that the store %s is not acknowledged, and its connection ends and is counted", async (_how, message) => {
  broker = await testBroker({ message });
  const client = await broker.connect("gateway");
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  let acknowledged = false;
  client.publish("up/gateway", "a", { qos: 1 }, (error) => (acknowledged = !error));
  await closed;
  expect(acknowledged).toBe(false);
  expect(broker.refusals).toEqual(["not_kept gateway: the disk is full"]);
});
