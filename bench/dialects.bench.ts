// The cost of reading each dialect compared with only parsing its bytes, and of reading adverts compared with advlib-ble.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readAdvertHex } from "@pulse/protocols/adverts/telemetry";
import type { GatewayAdapter } from "@pulse/protocols/adapter";
import { adapters } from "@pulse/protocols/catalogue";
import advlibBle from "advlib-ble";
import advlibManufacturers from "advlib-ble-manufacturers";
import advlibServices from "advlib-ble-services";
import { alternate, type Contender, medianOf, report, sized } from "./harness.ts";

interface Sample {
  topic: string;
  bytes: Uint8Array;
}

/** How long each is measured in a round, and how many calls there are between looks at the clock. */
const forMs = sized(80, 2);
const chunk = 200;

// Adverts that both can read, from the formats' own documents.
const adverts = [
  "0201061AFF4C0002157777772E6B6B6D636E2E636F6D00000100010001C5",
  "0303AAFE1516AAFE00E800112233445566778899AABBCCDDEEFF0000",
  "0303AAFE1116AAFE20000BB8180000000ABC00012345",
  "0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
  "0201060303E1FF0D16E1FFA10264000832A03F23AC",
];

function samplesOf({ hardwareType }: GatewayAdapter): Sample[] {
  const file = join(import.meta.dirname, "../protocols/fixtures", `${hardwareType.toLowerCase()}.json`);
  const fixtures = JSON.parse(readFileSync(file, "utf8")) as {
    topic: string;
    payload?: unknown;
    payload_hex?: string;
    expected?: { kind: string };
  }[];
  return fixtures
    .filter(({ expected }) => expected?.kind === "scan")
    .map(({ topic, payload, payload_hex: hex }) => ({
      topic,
      bytes: hex === undefined ? Buffer.from(JSON.stringify(payload)) : Buffer.from(hex, "hex"),
    }));
}

/** Things per second, cycling through `count` of them. */
function perSecond(count: number, work: (nth: number) => number): () => number {
  return () => {
    let done = 0;
    let seen = 0;
    const started = performance.now();
    let tookMs = 0;
    do {
      for (let nth = 0; nth < chunk; nth++) seen += work((done + nth) % count);
      done += chunk;
      tookMs = performance.now() - started;
    } while (tookMs < forMs);
    // Also keeps V8 from optimising away work whose result nobody reads.
    if (seen === 0) throw new Error("nothing was read");
    return (done * 1000) / tookMs;
  };
}

const text = new TextDecoder();
function bareRead(bytes: Uint8Array): number {
  // A binary message is not JSON: each of its bytes is read once.
  if (bytes[0] !== 0x5b && bytes[0] !== 0x7b) {
    let sum = 1;
    for (const byte of bytes) sum += byte;
    return sum;
  }
  return JSON.parse(text.decode(bytes)) === null ? 0 : 1;
}

const contenders: Contender[] = adapters.flatMap((adapter) => {
  const samples = samplesOf(adapter);
  const read = ({ topic, bytes }: Sample): number => {
    const said = adapter.decode(topic, bytes);
    return said.kind === "scan" ? said.adverts.length : 0;
  };
  return [
    { name: `${adapter.hardwareType}, read`, run: perSecond(samples.length, (nth) => read(samples[nth]!)) },
    {
      name: `${adapter.hardwareType}, parsed only`,
      run: perSecond(samples.length, (nth) => bareRead(samples[nth]!.bytes)),
    },
  ];
});
const processors = [advlibServices, advlibManufacturers];
const measured = await alternate(
  [
    ...contenders,
    {
      name: "adverts, read",
      run: perSecond(adverts.length, (nth) => {
        readAdvertHex(adverts[nth]!, {});
        return 1;
      }),
    },
    {
      name: "adverts, advlib-ble",
      run: perSecond(
        adverts.length,
        (nth) => Object.keys(advlibBle.process(adverts[nth]!, processors, { isPayloadOnly: true })).length,
      ),
    },
  ],
  { rounds: 9, warmUps: 2 },
);

report({
  bench: "dialects",
  unit: "a second",
  measured,
  aims: [
    {
      what: "adverts: ours ÷ advlib-ble",
      value: medianOf(measured, "adverts, read") / medianOf(measured, "adverts, advlib-ble"),
      atLeast: 1,
    },
    ...adapters.map(({ hardwareType: type }) => ({
      what: `${type}: read ÷ parsed only`,
      value: medianOf(measured, `${type}, read`) / medianOf(measured, `${type}, parsed only`),
      atLeast: 1,
    })),
  ],
  notes: [
    "messages are the scans among protocols/fixtures; parsed only: bytes to text and JSON.parse, or a look at each binary byte",
    "reading begins with that parsing, so a dialect of JSON cannot reach 1 without a parser of its own",
    "adverts: iBeacon, Eddystone UID and TLM, Ruuvi 5, Minew; advlib-ble 1.4.2 with services 1.7.0 and manufacturers 1.14.0",
  ],
});
