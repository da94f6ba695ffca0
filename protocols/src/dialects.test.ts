import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adapterForTopic, adapters } from "./catalogue.ts";
import { type GatewayMessage, UndecodableMessage } from "./message.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const decode = (topic: string, message: unknown): GatewayMessage =>
  adapterForTopic(topic)!.decode(topic, message instanceof Uint8Array ? message : bytes(JSON.stringify(message)));
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));

const minewTopic = "/gw/ac233fc001ea/status";

describe("a recording of a real Minew G1", () => {
  const folder = join(
    process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../shared/data"),
    "gateways/minew",
  );
  const isPresent = existsSync(folder);
  if (!isPresent) process.stderr.write(`skipped: no recordings at ${folder} (PULSE_TEST_DATA names their folder)\n`);

  test.skipIf(!isPresent)(
    "a recording of a real Minew G1 gives every transmitter that others have found in it, and no rejected packet",
    () => {
      const said = decode(minewTopic, hex(readFileSync(join(folder, "g1-binary-long.hex"), "utf8").trim()));
      const expected = JSON.parse(readFileSync(join(folder, "g1-binary-long.expected.json"), "utf8")) as {
        transmitterId: string;
        rssiSignature: { numberOfDecodings: number }[];
      }[];
      if (said.kind !== "scan") throw new Error("no scan");
      expect(said.gateway).toBe("AC:23:3F:C0:2F:87");
      const counted = new Map<string, number>();
      for (const mac of [
        ...said.adverts.map((advert) => advert.mac),
        ...said.rejected.map(({ sample }) => sample.slice(0, 17)),
      ]) {
        const id = mac.replaceAll(":", "").toLowerCase();
        counted.set(id, (counted.get(id) ?? 0) + 1);
      }
      expect([...counted.keys()].toSorted()).toEqual(expected.map(({ transmitterId }) => transmitterId).toSorted());
      expect(said.rejected).toEqual([]);
    },
  );
});

test.each([
  ["home/Lab/BTtoMQTT/F47A6B000101", (rssi: number) => ({ id: "F4:7A:6B:00:01:01", rssi })],
  ["espresense/devices/x/lab", (rssi: number) => ({ mac: "f47a6b000101", rssi })],
  [
    "raddec/ac233f000001",
    (rssi: number) => ({ transmitterId: "f47a6b000101", rssiSignature: [{ receiverId: "ac233f000001", rssi }] }),
  ],
])("a message on %s whose receiver has no reading is readable, and its advert counts as rejected", (topic, message) => {
  for (const rssi of [0, 127])
    expect(decode(topic, message(rssi))).toMatchObject({
      kind: "scan",
      adverts: [],
      rejected: [{ reason: `rssi ${rssi} means that there is no reading` }],
    });
  expect(() => decode(topic, message(21))).toThrow("rssi is not a number from -127 to 20");
});

test("every dialect refuses arbitrary bytes with its own error", () => {
  const topics = adapters.flatMap(({ publishTopics }) =>
    publishTopics({ mac: "68:B9:D3:00:00:01", mqttGuid: "0198c1b2-0000-7000-8000-000000000001", name: "Hall" }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...topics), fc.uint8Array({ maxLength: 300 }), (pattern, payload) => {
      const topic = pattern.replace("+", "DD3400000001");
      try {
        adapterForTopic(topic)!.decode(topic, payload);
      } catch (error) {
        if (!(error instanceof UndecodableMessage)) throw error;
      }
    }),
    { seed: 20261122, numRuns: 5_000 },
  );
});
