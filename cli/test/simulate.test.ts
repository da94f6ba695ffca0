import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeKgateway } from "@pulse/protocols/kgateway/adapter";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import { startSimulation } from "@pulse/simulator/simulation";
import { afterEach, expect, test, vi } from "vitest";
import { runSimulate } from "../src/simulate/simulate.ts";
import { gatewayBroker, usernameOf } from "./gatewayBroker.ts";
import { keptStream } from "./streams.ts";

afterEach(() => vi.unstubAllEnvs());

const world = demoWorld();
const clinic = demoSites(world).find((site) => site.key === "contoso");
const macs = clinic?.gateways.map(({ mac }) => mac) ?? [];
const credentials = new Map(macs.map((mac) => [mac, { username: usernameOf(mac), password: "secret" }]));

test("pulse simulate connects each gateway of a site separately, reconnects to the broker, and receives only known trackers", async () => {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  let broker = await gatewayBroker(macs);
  const { url, port } = broker;
  const simulation = startSimulation({
    world,
    sites: ["contoso"],
    mqttUrl: url,
    credentials,
    seed: 1,
    now: Date.now,
    log,
  });
  const everyGateway = () => new Set(broker.heard.map(({ username }) => username)).size === macs.length;
  await broker.until(everyGateway);
  await broker.close();
  broker = await gatewayBroker(macs, port);
  await broker.until(everyGateway);

  const tags = new Set(clinic?.assets.map(({ trackerMac }) => trackerMac));
  for (const { topic, payload } of broker.heard) {
    const message = decodeKgateway(topic, payload);
    if (message.kind !== "scan") continue;
    expect(message.rejected).toEqual([]);
    for (const { mac } of message.adverts) expect(tags.has(mac)).toBe(true);
  }
  expect([...simulation.truth().keys()].toSorted()).toEqual([...tags].toSorted());
  await simulation.stop();
  await broker.close();
});

test("pulse simulate warns once about gateways without a password, and refuses an unknown site", async () => {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const input = { world, mqttUrl: "mqtt://127.0.0.1:1", credentials: new Map(), seed: 1, now: Date.now, log };
  const simulation = startSimulation({ ...input, sites: ["contoso"] });
  await simulation.stop();
  expect(warnings).toEqual(["no MQTT password for 5 gateways of Bayside Clinic: G-01, G-02, G-03, G-04, G-05"]);
  expect(() => startSimulation({ ...input, sites: ["moon"] })).toThrow('there is no site "moon"');
});

test.each([
  [["--site", "moon"], 'there is no site "moon"; there are harbour, hospital, contoso'],
  [["--seed", "x"], '--seed is a whole number, not "x"'],
  [["--air", "1.5"], '--air is a whole number, not "1.5"'],
  [["--url", "localhost"], "--url is mqtt://"],
  [[], "simulator.json is missing"],
])("pulse simulate %j ends with one line and exit code 1", async (args, reason) => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-simulate-"));
  mkdirSync(join(folder, "keys"));
  vi.stubEnv("PULSE_DATA_DIR", folder);
  const [out, err] = [keptStream(), keptStream()];
  expect(await runSimulate(args, { stdout: out.stream, stderr: err.stream })).toBe(1);
  expect(err.text()).toContain(reason);
  expect(err.text().trimEnd().split("\n")).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
