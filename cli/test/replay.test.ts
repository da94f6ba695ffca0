import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runReplay } from "../src/replay/replay.ts";
import { gatewayBroker, usernameOf } from "./gatewayBroker.ts";
import { keptStream } from "./streams.ts";

const ONE = "68:B9:D3:00:00:01";
const TWO = "68:B9:D3:00:00:02";
const folder = mkdtempSync(join(tmpdir(), "pulse-replay-"));
const recording = join(folder, "recording.jsonl");
const secrets = join(folder, "simulator.json");
let broker: Awaited<ReturnType<typeof gatewayBroker>>;

beforeAll(async () => {
  broker = await gatewayBroker([ONE, TWO]);
});
beforeEach(() => {
  broker.heard.length = 0;
  writeFileSync(
    recording,
    [
      '{"t_ms": 1000, "topic": "kbeacon/publish/68B9D3000001", "payload": {"msg": "alive", "gmac": "68B9D3000001"}}',
      '{"t_ms": 1040, "topic": "kbeacon/publish/68B9D3000002", "payload_hex": "7b7d"}',
      '{"t_ms": 1080, "topic": "kbeacon/pubaction/68B9D3000001", "payload": "last"}',
    ].join("\n"),
  );
  const entry = (mac: string) => ({ username: usernameOf(mac), password: "secret" });
  writeFileSync(secrets, JSON.stringify({ gateways: { [ONE]: entry(ONE), [TWO]: entry(TWO) } }));
});
afterAll(async () => {
  await broker.close();
  rmSync(folder, { recursive: true });
});

async function replay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [keptStream(), keptStream()];
  const code = await runReplay(args, { stdout: out.stream, stderr: err.stream });
  return { code, out: out.text(), err: err.text() };
}

test("pulse replay sends each message through its own gateway's connection, in the recorded order and byte for byte", async () => {
  const done = await replay(recording, "--url", broker.url, "--credentials", secrets, "--speed", "10");
  expect(done).toEqual({ code: 0, out: "published 3 messages\n", err: "" });
  const heardOf = (mac: string) =>
    broker.heard
      .filter(({ username }) => username === usernameOf(mac))
      .map(({ topic, payload }) => [topic, new TextDecoder().decode(payload)]);
  expect(heardOf(ONE)).toEqual([
    ["kbeacon/publish/68B9D3000001", '{"msg":"alive","gmac":"68B9D3000001"}'],
    ["kbeacon/pubaction/68B9D3000001", "last"],
  ]);
  expect(heardOf(TWO)).toEqual([["kbeacon/publish/68B9D3000002", "{}"]]);
});

test("pulse replay publishes nothing if a line is bad, and names the line", async () => {
  writeFileSync(recording, '{"t_ms": 0, "topic": "kbeacon/publish/68B9D3000001", "payload": "x"}\nnonsense\n');
  const { code, err } = await replay(recording, "--url", broker.url, "--credentials", secrets);
  expect([code, err]).toEqual([1, `pulse replay: ${recording}, line 2: not JSON\n`]);
  expect(broker.heard).toEqual([]);
});

test("pulse replay reports a wrong password in one line, before anything is published", async () => {
  const { code, err } = await replay(
    recording,
    "--url",
    broker.url,
    "--username",
    usernameOf(ONE),
    "--password",
    "wrong",
  );
  expect(code).toBe(1);
  expect(err).toMatch(/^pulse replay: mqtt:.* as gw-68B9D3000001: .*\n$/);
  expect(broker.heard).toEqual([]);
});

test("pulse replay goes on where the broker drops another gateway's topic, as it would for a real gateway", async () => {
  const { code, err } = await replay(
    recording,
    "--url",
    broker.url,
    "--username",
    usernameOf(ONE),
    "--password",
    "secret",
  );
  expect([code, err]).toEqual([0, ""]);
  expect(broker.heard.map(({ topic }) => topic)).toEqual([
    "kbeacon/publish/68B9D3000001",
    "kbeacon/pubaction/68B9D3000001",
  ]);
});

test("pulse replay reports a broker that does not answer in one line", async () => {
  const { code, err } = await replay(recording, "--url", "mqtt://127.0.0.1:1");
  expect(code).toBe(1);
  expect(err).toMatch(/^pulse replay: mqtt:\/\/127\.0\.0\.1:1: .+\n$/);
});

test.each([
  [["--speed", "0"], "--speed is a number above 0"],
  [["--url", "http://x"], "--url is mqtt://"],
  [["--username", "a"], "--username and --password go together"],
  [["--username", "a", "--password", "b", "--credentials", "c"], "either --username and --password, or --credentials"],
  [["--fast"], "--fast"],
  [["another"], "one FILE is needed"],
])("pulse replay refuses options that make no sense: %j", async (options, reason) => {
  const { code, err } = await replay(recording, ...options);
  expect(code).toBe(1);
  expect(err).toContain(reason);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});
