import { expect, test } from "vitest";
import { gatewayMessages } from "./gatewayMessages.ts";

const message = (receivedMs: number, bytes: number) => ({
  receivedMs,
  topic: "t",
  payload: Buffer.from(String(receivedMs).padEnd(bytes, ".")),
  decoded: true,
  error: null,
});

test("the message log keeps a gateway's last hundred messages, newest first, and cuts long ones", () => {
  const messages = gatewayMessages();
  for (let nth = 0; nth < 250; nth++) messages.record("one", message(nth, 20_000));
  const kept = messages.of("one");
  expect(kept.map(({ receivedMs }) => receivedMs)).toEqual(Array.from({ length: 100 }, (_, nth) => 249 - nth));
  expect(kept[0]!.payload).toHaveLength(8_192);
  expect(messages.of("another")).toEqual([]);
});

test("all gateways share a budget, beyond which the oldest messages are dropped", () => {
  const messages = gatewayMessages(100_000);
  messages.record("quiet", message(0, 1_000));
  for (let nth = 1; nth <= 1_000; nth++) messages.record(`loud ${nth % 40}`, message(nth, 5_000));
  messages.record("quiet", message(1_001, 1_000));
  for (let nth = 1_002; nth < 1_010; nth++) messages.record(`loud ${nth % 40}`, message(nth, 5_000));
  const { items, bytes, oldestMs } = messages.size();
  expect(bytes).toBeLessThanOrEqual(100_000);
  expect(items).toBeGreaterThan(15);
  expect(messages.of("quiet").map(({ receivedMs }) => receivedMs)).toEqual([1_001]);
  expect(oldestMs).toBe(1_010 - items);
});

test("a cut message does not keep its buffer in memory", () => {
  const messages = gatewayMessages();
  const large = Buffer.alloc(1_000_000, "x");
  messages.record("one", { ...message(0, 1), payload: large.subarray(0, 10) });
  large.fill("y");
  expect(messages.of("one")[0]!.payload).toBe("xxxxxxxxxx");
});
