import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { credentialsByTopic, readCredentials } from "./credentials.ts";
import { InputError, readRecording } from "./recording.ts";

const folder = mkdtempSync(join(tmpdir(), "pulse-recording-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, "recording.jsonl");
  writeFileSync(path, text);
  return path;
}

test("a recording may contain text, JSON or hex, and is read in order of time", () => {
  const path = file(
    [
      '{"t_ms": 20, "topic": "kbeacon/publish/68B9D3DFE78C", "payload": {"msg": "alive"}}',
      "",
      '{"t_ms": 10, "topic": "kbeacon/pubaction/68B9D3DFE78C", "payload": "text"}',
      '{"t_ms": 10.5, "topic": "else/where", "payload_hex": "00ff"}\r',
    ].join("\n"),
  );
  expect(
    readRecording(path).map(({ tMs, topic, payload, gateway }) => [tMs, topic, payload.toString("latin1"), gateway]),
  ).toEqual([
    [10, "kbeacon/pubaction/68B9D3DFE78C", "text", "68:B9:D3:DF:E7:8C"],
    [10.5, "else/where", "\u0000\u00ff", null],
    [20, "kbeacon/publish/68B9D3DFE78C", '{"msg":"alive"}', "68:B9:D3:DF:E7:8C"],
  ]);
});

test.each([
  ["{", "not JSON"],
  ["[]", "not a JSON object"],
  ['{"topic": "a", "payload": ""}', '"t_ms" is not a number from 0 upward'],
  ['{"t_ms": -1, "topic": "a", "payload": ""}', '"t_ms" is not a number from 0 upward'],
  ['{"t_ms": 0, "payload": ""}', '"topic" is not text'],
  ['{"t_ms": 0, "topic": "a/#", "payload": ""}', '"a/#" is not a topic that one may publish to'],
  ['{"t_ms": 0, "topic": "a"}', 'one of "payload" and "payload_hex" is needed'],
  ['{"t_ms": 0, "topic": "a", "payload": "", "payload_hex": ""}', 'one of "payload" and "payload_hex" is needed'],
  ['{"t_ms": 0, "topic": "a", "payload_hex": "0g"}', '"payload_hex" is not hex'],
])("a bad line of a recording is reported with its number: %s", (line, reason) => {
  const path = file(`{"t_ms": 0, "topic": "a", "payload": ""}\n${line}\n`);
  expect(() => readRecording(path)).toThrow(new InputError(`${path}, line 2: ${reason}`));
});

test("an empty or missing recording is reported as such", () => {
  expect(() => readRecording(file("\n"))).toThrow("there is no message in it");
  expect(() => readRecording(join(folder, "none.jsonl"))).toThrow("there is no such file");
});

test("a recording with a gateway that has no credentials is refused", () => {
  const secrets = join(folder, "secrets.json");
  writeFileSync(secrets, '{"gateways": {"68B9D3DFE78C": {"username": "gw", "password": "x"}}}');
  const known = readCredentials(secrets);
  const messages = readRecording(file('{"t_ms": 0, "topic": "kbeacon/publish/68B9D3DFE78C", "payload": ""}'));
  expect(messages.map(credentialsByTopic(messages, known))).toEqual([{ username: "gw", password: "x" }]);
  const others = readRecording(file('{"t_ms": 0, "topic": "kbeacon/publish/68B9D3DFE78D", "payload": ""}'));
  expect(() => credentialsByTopic(others, known)).toThrow("no credentials for the gateway of topic");
});

test.each([
  ["{", "not JSON"],
  ["{}", '"gateways" is not an object of gateways by MAC'],
  ['{"gateways": {"G-01": {"username": "a", "password": "b"}}}', '"G-01" is not a MAC'],
  ['{"gateways": {"68B9D3DFE78C": {"username": "a"}}}', 'gateway 68B9D3DFE78C has no "username" and "password"'],
])("a wrong credentials file for a replay is refused: %s", (text, reason) => {
  const path = file(text);
  expect(() => readCredentials(path)).toThrow(new InputError(`${path}: ${reason}`));
});
