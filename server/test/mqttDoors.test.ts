import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { connectAsync, type IClientOptions } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { ownCertificate } from "../src/platform/broker/ownCertificate.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { Certificate } from "../src/platform/tls/certificate.ts";
import { mqttCertificate } from "../src/start/mqttCertificate.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestAsset, type TestGateway } from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { testBroker } from "./support/mqttBroker.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let gateway: TestGateway;
let asset: TestAsset;
let token: string;
let tlsPort: number;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_MQTT_TLS_PORT: "0" });
  tlsPort = pulse.mqttTlsPort!;
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  gateway = await aGateway(pulse, customer, site, { x: 2, y: 2 });
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterAll(() => pulse.stop());

/** Publishes one message as the gateway, and returns how many the developer tools then show. */
async function say(url: string, options: IClientOptions = {}): Promise<number> {
  const { username, password } = gateway;
  const client = await connectAsync(url, { username, password, reconnectPeriod: 0, ...options });
  const obj = [{ type: 4, dmac: asset.mac.replaceAll(":", ""), rssi: -60 }];
  const message = JSON.stringify({ msg: "advData", gmac: gateway.gmac, obj });
  await client.publishAsync(`kbeacon/publish/${gateway.gmac}`, message, { qos: 1 });
  await client.endAsync();
  await pulse.settled();
  const { content } = await call(pulse, "GET", `/api/v3/hardwares/${gateway.id}/messages`, { token });
  return content.length;
}

test("a gateway that trusts Pulse's own certificate can connect over TLS, and the key is private", async () => {
  const before = await say(pulse.mqttUrl);
  const keys = join(pulse.config.dataDir, "keys");
  const ca = readFileSync(join(keys, "mqtt.crt"));
  expect(await say(`mqtts://127.0.0.1:${tlsPort}`, { ca })).toBe(before + 1);
  expect(statSync(join(keys, "mqtt.key")).mode & 0o077).toBe(0);
  await expect(say(`mqtts://127.0.0.1:${tlsPort}`)).rejects.toThrow(/self-signed/);
});

test("a gateway can use MQTT over WebSocket on the HTTP port, and its connection settings name both", async () => {
  const before = await say(pulse.mqttUrl);
  expect(await say(`${pulse.url.replace("http", "ws")}/mqtt`)).toBe(before + 1);
  const { content } = await call(pulse, "POST", `/api/v3/hardwares/${gateway.id}/mqtt-credentials`, { token });
  expect(content).toMatchObject({
    port: pulse.mqttPort,
    tls_port: tlsPort,
    websocket_url: `${pulse.url.replace("http", "ws")}/mqtt`,
  });
  gateway.password = String(content["mqtt_password"]);
});

test("a WebSocket that has not signed in receives nothing, and data that is not MQTT closes it", async () => {
  const socket = new WebSocket(`${pulse.url.replace("http", "ws")}/mqtt`, "mqtt");
  await once(socket, "open");
  const said: unknown[] = [];
  socket.on("message", (data) => said.push(data));
  socket.send("GET / HTTP/1.1\r\n\r\n");
  await once(socket, "close");
  expect(said).toEqual([]);
});

test("a renewed certificate is used for new connections, but not while only half of it is replaced", async () => {
  const folder = temporaryFolder();
  const files = { cert: join(folder, "a.crt"), key: join(folder, "a.key") };
  const write = ({ cert, key }: Certificate): void => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };
  const [first, second] = await Promise.all(
    ["one.test", "two.test"].map((host) => ownCertificate(join(folder, host), host, Date.now())),
  );
  write(first!);
  const config = { ...pulse.config, mqttTls: { port: 1, files } };
  const certificate = (await mqttCertificate({ config, dataDir: folder, now: Date.now }))!;
  const broker = await testBroker({}, { tls: { port: 0, certificate: certificate.current } });
  const shownName = async (): Promise<unknown> => {
    const socket = connectTls(broker.tlsPort!, "127.0.0.1", { rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  expect(await shownName()).toBe("one.test");
  expect(await certificate.changed()).toBeNull();

  writeFileSync(files.cert, second!.cert);
  await expect(certificate.changed()).rejects.toThrow(/key/);
  write(second!);
  broker.renewCertificate((await certificate.changed())!);
  expect(await shownName()).toBe("two.test");
  await broker.close();
});

test("Pulse keeps its certificate until it has expired or no longer names the host", async () => {
  const folder = temporaryFolder();
  const [dayMs, nowMs] = [86_400_000, Date.now()];
  const made = await ownCertificate(folder, "127.0.0.1", nowMs);
  expect(await ownCertificate(folder, "127.0.0.1", nowMs + 365 * dayMs)).toEqual(made);
  const other = await ownCertificate(folder, "pulse.test", nowMs);
  expect(other).not.toEqual(made);
  expect(await ownCertificate(folder, "pulse.test", nowMs + 30 * 365 * dayMs)).not.toEqual(other);
});

test("an unusable certificate stops the start with one line that names its files", async () => {
  const start = testPulse(
    { PULSE_MQTT_TLS_PORT: "0", PULSE_MQTT_TLS_CERT: "none.crt", PULSE_MQTT_TLS_KEY: "none.key" },
    { keep: true },
  );
  await expect(start).rejects.toThrow(
    /^PULSE_MQTT_TLS_CERT="none.crt" and PULSE_MQTT_TLS_KEY="none.key" cannot be used: ENOENT/,
  );
});
