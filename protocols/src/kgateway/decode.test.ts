import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adapterForTopic } from "../catalogue.ts";
import { type GatewayMessage, UndecodableMessage } from "../message.ts";
import { decodeKgateway } from "./adapter.ts";

const TOPIC = "kbeacon/publish/68B9D3000099";
const samples = join(import.meta.dirname, "samples");
const bytes = (text: string) => new TextEncoder().encode(text);

describe("our own samples", () => {
  const names = readdirSync(samples).filter((name) => name.endsWith(".json") && !name.includes(".expected."));

  test.each(names)("our own sample %s is read as its expected file says", (name) => {
    const expected: unknown = JSON.parse(readFileSync(join(samples, name.replace(".json", ".expected.json")), "utf8"));
    expect(decodeKgateway(TOPIC, readFileSync(join(samples, name)))).toEqual(expected);
  });
});

describe("adverts of one message are as old as its times say, in seconds before the newest", () => {
  test.each([
    ["an upload period of two hours and a few seconds", [7205, 0], [7205, 0]],
    ["a backlog of many hours, in no order", [3000, 14_000, 0, 9000], [3000, 14_000, 0, 9000]],
    ["what was heard before a gap that no upload period has: only older than all others", [40_000, 0, 60], [60, 0, 60]],
    ["the clock was set from its factory date", [200_000_000, 200_000_001, 5, 0], [5, 5, 5, 0]],
    ["some have no time", [null, 8000, 4000, 0], [0, 8000, 4000, 0]],
  ])(
    "adverts of one message are as old as its times say, in seconds before the newest: %s",
    (_name, secondsAgo, ages) => {
      const time = (ago: number) =>
        new Date(Date.UTC(2026, 10, 20, 10) - 1000 * ago).toISOString().slice(0, 19).replace("T", " ");
      const obj = secondsAgo.map((ago, nth) => ({
        dmac: `DD340000000${nth}`,
        rssi: -60,
        ...(ago !== null && { time: time(ago) }),
      }));
      const message = decodeKgateway(TOPIC, bytes(JSON.stringify({ msg: "advData", gmac: "68B9D3000001", obj })));
      expect(message.kind === "scan" && message.adverts.map(({ ageMs }) => ageMs / 1000)).toEqual(ages);
    },
  );
});

describe("a message that is not a KGateway's is refused with the reason", () => {
  test.each([
    ["", "the message is empty"],
    ["{", "the message is not JSON: {"],
    ["[1]", "the message is not a JSON object"],
    ["null", "the message is not a JSON object"],
    ["{}", 'the message has no "msg" that says what it is'],
    ['{"msg":7}', 'the message has no "msg" that says what it is'],
    ['{"msg":"hello"}', 'unknown message "hello"'],
    ['{"msg":"dData","mac":"DD3400000001"}', 'unknown message "dData"'],
    ['{"msg":"advData","gmac":"68B9D3000001"}', '"obj" is not an array'],
    ['{"msg":"advData","gmac":"68B9D3000001","obj":{}}', '"obj" is not an array'],
    ['{"msg":"advData","gmac":{},"obj":[]}', '"gmac" is not text'],
  ])("a message that is not a KGateway's is refused with the reason: %s", (text, reason) => {
    expect(() => decodeKgateway(TOPIC, bytes(text))).toThrow(new UndecodableMessage(reason));
  });

  test("bytes that are not UTF-8 are refused as a KGateway's message", () => {
    expect(() => decodeKgateway(TOPIC, Uint8Array.of(0x7b, 0xff, 0x7d))).toThrow("the message is not UTF-8 text");
  });

  test("a message with more adverts than any gateway holds is refused", () => {
    const text = `{"msg":"advData","obj":[${"0,".repeat(10_000)}0]}`;
    expect(() => decodeKgateway(TOPIC, bytes(text))).toThrow(UndecodableMessage);
  });
});

describe("recordings of real gateways", () => {
  const folder = join(
    process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/data"),
    "gateways/kkm",
  );
  const present = existsSync(folder);
  if (!present) process.stderr.write(`skipped: no recordings at ${folder} (PULSE_TEST_DATA names their folder)\n`);
  const messages = (name: string) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => decodeKgateway(TOPIC, bytes(line)));

  test.skipIf(!present)(
    "a real gateway's uploads of three frame types are read, with the power converted to 1 m",
    () => {
      const [uidAndUrl, later, tlm] = messages("kgateway-publish.ndjson");
      const mac = "DD:33:04:13:08:97";
      expect(uidAndUrl).toEqual({
        kind: "scan",
        gateway: "68:B9:D3:DF:E7:8C",
        adverts: [
          { mac, rssi: -60, ageMs: 1000, measuredPower: -55, eddystoneUid: "6B6B6D636E2E636F6D01000000000001" },
          { mac, rssi: -64, ageMs: 0, measuredPower: -55 },
        ],
        rejected: [],
        clock: { ms: Date.parse("2021-05-20T18:12:49Z"), zoneless: true },
      });
      expect(later).toMatchObject({ adverts: [{ rssi: -67 }, { rssi: -61 }], rejected: [] });
      expect(tlm).toMatchObject({
        gateway: "68:B9:D3:DF:C5:CC",
        adverts: [
          { rssi: -68, ageMs: 1000, batteryMv: 3006, temperature: 24 },
          { rssi: -82, ageMs: 0, batteryMv: 3034, temperature: 19 },
        ],
        rejected: [],
      });
    },
  );

  test.skipIf(!present)("a real gateway's heartbeat is read", () => {
    expect(messages("kgateway-alive.ndjson")).toEqual([
      { kind: "alive", gateway: "68:B9:D3:DF:E7:8C", firmware: "KBGW_V3.5.3" },
    ]);
  });

  test.skipIf(!present)(
    "a real gateway's raw upload with an invalid gmac and its trackers' bytes reversed is read",
    () => {
      const raw = decodeKgateway(TOPIC, readFileSync(join(folder, "advdata-raw-lighthouse.json")));
      expect(raw).toMatchObject({ kind: "scan", gateway: "Gateway1", rejected: [] });
      expect(raw.kind === "scan" && raw.adverts.map(({ mac, rssi, batteryMv }) => [mac, rssi, batteryMv])).toEqual([
        ["DD:33:0A:00:33:10", -78, 2519],
        ["DD:33:0A:00:04:20", -70, 2839],
        ["DD:33:0A:00:04:30", -70, 2839],
        ["DD:33:0A:00:04:40", -70, 2839],
      ]);
    },
  );
});

describe("hostile JSON does no harm", () => {
  test("nesting beyond any stack is refused or left out, without any other error", () => {
    const deep = "[".repeat(300_000) + "]".repeat(300_000);
    const outcome = attempt(bytes(`{"msg":"advData","gmac":"68B9D3000001","obj":[{"dmac":${deep}}]}`));
    expect(outcome instanceof UndecodableMessage || (outcome?.kind === "scan" && outcome.rejected.length === 1)).toBe(
      true,
    );
  });

  test("__proto__ in a message changes no object of ours", () => {
    const text =
      '{"__proto__":{"polluted":1},"msg":"advData","gmac":"68B9D3000001","obj":[{"__proto__":{"rssi":-50},"dmac":"DD3400000001"}]}';
    const message = decodeKgateway(TOPIC, bytes(text));
    expect(message).toMatchObject({
      kind: "scan",
      adverts: [],
      rejected: [{ reason: "rssi is not a number from -127 to 20" }],
    });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("the sample of a huge advert stays short", () => {
    const text = JSON.stringify({ msg: "advData", obj: [{ dmac: "x".repeat(500_000), rssi: -50 }] });
    const message = decodeKgateway(TOPIC, bytes(text));
    expect(message.kind === "scan" && (message.rejected[0]?.sample.length ?? 0)).toBeLessThan(300);
  });

  test("no bytes and no JSON make the KGateway decoder throw anything but its own error", () => {
    const key = fc.constantFrom("msg", "gmac", "obj", "dmac", "rssi", "time", "data1", "type", "refPwr", "seq", "ver");
    const word = fc.constantFrom<unknown>(
      "advData",
      "alive",
      "dAck",
      "DD3400000001",
      "-60",
      -60,
      "2026-11-20 10:00:00",
    );
    const hex = fc.uint8Array({ maxLength: 40 }).map((data) => Buffer.from(data).toString("hex"));
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        word,
        hex,
        fc.jsonValue(),
        fc.array(tie("node"), { maxLength: 5 }),
        fc.dictionary(key, tie("node")),
      ),
    })).node;
    const message = fc.dictionary(key, value).map((fields) => bytes(JSON.stringify({ msg: "advData", ...fields })));
    const list = fc
      .array(value, { maxLength: 8 })
      .map((obj) => bytes(JSON.stringify({ msg: "advData", gmac: "68B9D3000001", obj })));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), message, list, fc.json().map(bytes)), (payload) => {
        for (const topic of [TOPIC, "pulse/v1/gateways/0198c1b2-0000-7000-8000-000000000001/up"])
          attempt(payload, topic);
      }),
      { numRuns: 3000 },
    );
  });
});

/** The message, or the one error that a decoder may throw; any other error fails the test. */
function attempt(payload: Uint8Array, topic = TOPIC): GatewayMessage | UndecodableMessage | undefined {
  try {
    return adapterForTopic(topic)?.decode(topic, payload);
  } catch (error) {
    if (error instanceof UndecodableMessage) return error;
    throw error;
  }
}
