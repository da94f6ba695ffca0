import { connectAsync } from "mqtt";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse | null = null;
afterEach(async () => {
  await pulse?.stop();
  pulse = null;
});

/** What is logged of somebody who is refused at MQTT over WebSocket. */
async function logged(settings: Record<string, string>, forwarded: string | null): Promise<string> {
  let lines = "";
  const log = pino({ level: "warn" }, { write: (line: string) => void (lines += line) });
  pulse = await testPulse(settings, { log });
  const headers = forwarded === null ? {} : { "x-forwarded-for": forwarded };
  const client = connectAsync(`${pulse.url.replace("http", "ws")}/mqtt`, {
    username: "stranger",
    password: "x",
    reconnectPeriod: 0,
    wsOptions: { headers },
  });
  await expect(client).rejects.toThrow(/bad username or password/i);
  await vi.waitFor(() => expect(lines).toContain("stranger"));
  return /stranger \(([^)]*)\)/.exec(lines)?.[1] ?? lines;
}

test("behind a trusted proxy the log names the person's own address", async () => {
  expect(await logged({ PULSE_TRUST_PROXY: "127.0.0.1" }, "198.51.100.7, 203.0.113.9")).toBe("203.0.113.9");
});

test("a trusted proxy's list may name other trusted proxies, and what is no address counts for nothing", async () => {
  expect(await logged({ PULSE_TRUST_PROXY: "127.0.0.1, 10.0.0.0/8" }, "203.0.113.9:4711, 10.1.2.3")).toBe(
    "203.0.113.9",
  );
});

test("a list that holds no address leaves the proxy's own", async () => {
  expect(await logged({ PULSE_TRUST_PROXY: "127.0.0.1" }, "unknown")).toBe("127.0.0.1");
});

test("nobody else is believed about where they come from", async () => {
  expect(await logged({}, "203.0.113.9")).toBe("127.0.0.1");
});
