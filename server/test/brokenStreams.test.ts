import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { connectAsync } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { brokenStreams, type Device, type Port, ports } from "./support/brokenStreams.ts";
import { aCustomer, aGateway, aSite } from "./support/builders.ts";
import { feed, type ListeningPorts } from "./support/fedStreams.ts";
import { freePort } from "../../scripts/freePort.mjs";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** For each port; `npm run bench -- fuzz` feeds many more. */
const streams = 1000;

let pulse: TestPulse;
let at: ListeningPorts;
let device: Device;
/** What would have ended the process. */
let uncaught: unknown[];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  const mqttTls = await freePort();
  pulse = await testPulse({ PULSE_MQTT_TLS_PORT: String(mqttTls) });
  const customer = await aCustomer(pulse);
  const { username, password, gmac } = await aGateway(pulse, customer, await aSite(pulse, customer), { x: 2, y: 2 });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  device = { username, password, topic: `kbeacon/publish/${gmac}` };
  at = { http: Number(new URL(pulse.url).port), mqtt: pulse.mqttPort, mqttTls };
});
afterAll(() => pulse.stop());
beforeEach(() => {
  uncaught = [];
  process.on("uncaughtExceptionMonitor", note);
});
afterEach(() => process.off("uncaughtExceptionMonitor", note));

/** Answers that no broken stream may get, as text. */
function wrongAnswers(port: Port, answer: Buffer): string[] {
  if (answer.length === 0) return [];
  const text = answer.toString("latin1");
  if (port === "http") return /^HTTP\/1\.1 [1-4]\d\d /.test(text) ? [] : [text.slice(0, 200)];
  // The types of packets that a broker sends [MQTT-3.1.1 section 2.2.1].
  if (port === "mqtt") return [2, 3, 4, 5, 6, 7, 9, 11, 13].includes(answer[0]! >> 4) ? [] : [text.slice(0, 200)];
  return [];
}

test.each(ports)("a thousand broken streams to the port for %s end nothing but their own connections", async (port) => {
  const next = brokenStreams(seededRandom(ports.indexOf(port) + 1), device);
  const wrong: string[] = [];
  let left = streams;
  const lane = async (): Promise<void> => {
    while (left-- > 0) wrong.push(...wrongAnswers(port, await feed(at, port, next(port))));
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  expect(wrong).toEqual([]);

  expect((await fetch(`${pulse.url}/api/version`)).status).toBe(200);
  const { username, password } = device;
  for (const url of [pulse.mqttUrl, `mqtts://127.0.0.1:${at.mqttTls}`, `ws://127.0.0.1:${at.http}/mqtt`]) {
    const client = await connectAsync(url, { username, password, reconnectPeriod: 0, rejectUnauthorized: false });
    await client.endAsync();
  }
  expect(uncaught).toEqual([]);
});
