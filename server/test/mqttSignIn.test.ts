import { afterEach, expect, test, vi } from "vitest";
import type { BrokerClient } from "../src/platform/broker/broker.ts";
import { aDevice, testBroker, type TestBroker } from "./support/mqttBroker.ts";
import { connectPacket, rawMqtt, type RawMqtt } from "./support/rawMqtt.ts";

let broker: TestBroker;
afterEach(() => broker.close());

/** A broker where the sign-in of `slow` waits until it is told to go on; everybody else is let in at once. */
async function slowSignIn(): Promise<{ raw: RawMqtt; letIn(): void }> {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<BrokerClient>();
  let waits = true;
  broker = await testBroker({
    authenticate: async (username) => {
      if (username !== "slow" || !waits) return aDevice(username);
      waits = false;
      asked.resolve();
      return answer.promise;
    },
  });
  const raw = await rawMqtt(broker.port);
  raw.socket.write(connectPacket("raw", "slow"));
  await asked.promise;
  return { raw, letIn: () => answer.resolve(aDevice("slow")) };
}

test("a connection that ends during its MQTT sign-in leaves no device online", async () => {
  const { raw, letIn } = await slowSignIn();
  raw.socket.resetAndDestroy();
  // Its end has arrived before this one is let in.
  await broker.connect("other");
  letIn();
  const client = await broker.connect("slow");
  await client.endAsync();
  await vi.waitFor(() => expect(broker.presence).toContain("- slow"), 30_000);
  expect(broker.presence).toEqual(["+ other", "+ slow", "- slow"]);
});

test("MQTT credentials that become invalid during a sign-in are refused", async () => {
  const { raw, letIn } = await slowSignIn();
  broker.disconnect("slow");
  letIn();
  // CONNACK: bad user name or password
  expect([...(await raw.next())]).toEqual([0x20, 2, 0, 4]);
  expect(broker.presence).toEqual([]);
});

test("an MQTT client id takes over an older connection with the same credentials, and no other", async () => {
  broker = await testBroker();
  const mine = await broker.connect("mine", { clientId: "same" });
  const theirs = await broker.connect("theirs", { clientId: "same" });
  await mine.publishAsync("up/mine", "a", { qos: 1 });
  await theirs.publishAsync("up/theirs", "b", { qos: 1 });
  expect(broker.messages.map(({ client }) => client.name)).toEqual(["mine", "theirs"]);
  const closed = new Promise<void>((resolve) => mine.once("close", () => resolve()));
  await broker.connect("mine", { clientId: "same" });
  await closed;
  expect(theirs.connected).toBe(true);
  expect(broker.presence).toEqual(["+ mine", "+ theirs"]);
});
