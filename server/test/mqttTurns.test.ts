import { afterEach, expect, test, vi } from "vitest";
import { testBroker, type TestBroker } from "./support/mqttBroker.ts";

let broker: TestBroker;
afterEach(() => broker.close());

const payload = Buffer.alloc(8 * 1024);
/** The most that one read may bring: a socket's buffer, 64 KiB, and the chunk that exceeds it. */
const messagesPerRead = 16;

test("other work gets its turn after a few ms of messages in a flood from many clients", async () => {
  let clockMs = 0;
  const costMs = 2;
  broker = await testBroker({ message: () => void (clockMs += costMs) }, { clock: () => clockMs });
  const clients = await Promise.all(Array.from({ length: 8 }, (_, nth) => broker.connect(`g${nth}`)));
  const each = 60;
  let [longestMs, lastMs] = [0, 0];
  const all = clients.flatMap((client, nth) =>
    Array.from({ length: each }, () => client.publishAsync(`up/g${nth}`, payload)),
  );
  while (broker.messages.length < clients.length * each) {
    await new Promise((resolve) => setImmediate(resolve));
    longestMs = Math.max(longestMs, clockMs - lastMs);
    lastMs = clockMs;
  }
  await Promise.all(all);
  expect(longestMs).toBeLessThanOrEqual(10 + messagesPerRead * costMs);
});

test("an MQTT client is not read while 64 KiB of its messages wait to be stored, but others are", async () => {
  const kept: (() => void)[] = [];
  broker = await testBroker({
    message: ({ client }) => (client.name === "flood" ? new Promise<void>((resolve) => kept.push(resolve)) : undefined),
  });
  const [flood, other] = [await broker.connect("flood"), await broker.connect("other")];
  const sent = 300;
  for (let nth = 0; nth < sent; nth++) flood.publish("up/flood", payload);
  let done = 0;
  let most = 0;
  while (done < sent) {
    await other.publishAsync("up/other", "b", { qos: 1 });
    most = Math.max(most, kept.length);
    for (const resolve of kept.splice(0, 1)) done += (resolve(), 1);
  }
  expect(most).toBeLessThanOrEqual(64 / 8 + messagesPerRead);
});

test("an MQTT message is delivered while the one before it waits to be stored", async () => {
  const first = Promise.withResolvers<void>();
  broker = await testBroker({ message: (message) => (message.payload[0] === 0 ? first.promise : undefined) });
  const client = await broker.connect("g");
  const acknowledged: number[] = [];
  const publish = async (nth: number): Promise<void> => {
    await client.publishAsync("up/g", Buffer.of(nth), { qos: 1 });
    acknowledged.push(nth);
  };
  const waits = publish(0);
  await vi.waitFor(() => expect(broker.messages).toHaveLength(1), 30_000);
  await publish(1);
  first.resolve();
  await waits;
  expect(acknowledged).toEqual([1, 0]);
});
