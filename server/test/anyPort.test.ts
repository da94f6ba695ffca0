import { connect } from "node:net";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// PULSE_PORT=0 and PULSE_MQTT_PORT=0: the system chooses the ports.
let pulse: TestPulse;
beforeAll(async () => {
  pulse = await testPulse({ PULSE_PORT: "0", PULSE_MQTT_PORT: "0" });
});
afterAll(() => pulse.stop());

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => socket.destroy()).end();
  });

test("on any free port Pulse names the ports that it listens on, and its tokens are issued and accepted under that address", async () => {
  expect(pulse.url).toBe(`http://127.0.0.1:${pulse.port}`);
  expect(pulse.port).not.toBe(pulse.mqttPort);
  expect([await answers(pulse.port), await answers(pulse.mqttPort)]).toEqual([true, true]);
  const token = await aToken(pulse, await aCustomer(pulse), "Administrator");
  expect(decodeJwt(token).iss).toMatch(new RegExp(`^${pulse.url}/identity/`));
  expect((await call(pulse, "GET", "users/me", { token })).status).toBe(200);
});

test("two Pulses that choose any free port run beside each other, and each lets its ports go when it stops", async () => {
  const other = await testPulse({ PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_MQTT_TLS_PORT: "0" }, { keep: true });
  const ports = [other.port, other.mqttPort, other.mqttTlsPort!];
  expect(new Set([...ports, pulse.port, pulse.mqttPort]).size).toBe(5);
  expect(await Promise.all(ports.map(answers))).toEqual([true, true, true]);
  await other.stop();
  expect(await Promise.all(ports.map(answers))).toEqual([false, false, false]);
  expect(await answers(pulse.port)).toBe(true);
});

test("an address that was set stays the public one on any free port", async () => {
  const other = await testPulse({ PULSE_PORT: "0", PULSE_PUBLIC_URL: "https://pulse.test" }, { keep: true });
  expect(other.url).toBe("https://pulse.test");
  expect((await fetch(`http://127.0.0.1:${other.port}/readyz`)).status).toBe(200);
  await other.stop();
});
