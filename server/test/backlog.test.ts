import { encodeAdvData, KKM_FACTORY_UUID, type EncodedAdvert } from "@pulse/protocols/kgateway/encode";
import { localFrame } from "@pulse/geo/localFrame";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { testClock, type Spot } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A gateway whose line is down keeps what it hears and hands it over in many messages when the line is back.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let token: string;
const stations: (TestGateway & { spot: Spot; client: MqttClient; showsMs: number; kept: EncodedAdvert[] })[] = [];
const startMs = clock.now();
/** Since when this gateway's line is down, and in how many messages it hands over what it has kept. */
const LATE = 0;
const OUTAGE = { fromS: 20, untilS: 80, messages: 12 } as const;
const [before, after] = [
  { x: 6, y: 6 },
  { x: 34, y: 19 },
];

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  for (const x of [3, 37])
    for (const y of [3, 22]) {
      const gateway = await aGateway(pulse, customer, site, { x, y });
      const { username, password } = gateway;
      const client = await connectAsync(pulse.mqttUrl, { username, password });
      // The clock of one gateway was never set; the others' clocks show New Zealand time.
      const showsMs = stations.length === LATE ? -startMs + 3_600_000 : 13 * 3_600_000;
      stations.push({ ...gateway, spot: { x, y }, client, showsMs, kept: [] });
    }
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterAll(async () => {
  await Promise.all(stations.map(({ client }) => client.endAsync(true)));
  await pulse.stop();
});

/** Each gateway hears the tag once a second; when this ends, their messages have been processed. */
async function second(s: number, at: Spot): Promise<void> {
  await clock.secondsLater(1, async () => {
    for (const [nth, station] of stations.entries()) {
      const m = Math.hypot(station.spot.x - at.x, station.spot.y - at.y, 1.3);
      const rssi = Math.round(-59 - 22 * Math.log10(m) + 2 * Math.sin(7 * s + 3 * nth));
      station.kept.push({
        mac: asset.mac,
        rssi,
        atMs: clock.now(),
        frame: "ibeacon",
        uuid: KKM_FACTORY_UUID,
        major: 1,
        minor: 1,
        measuredPower: -59,
      });
      if (nth === LATE && s >= OUTAGE.fromS && s < OUTAGE.untilS) continue;
      const adverts = station.kept.splice(0);
      const size = Math.ceil(adverts.length / OUTAGE.messages);
      for (let from = 0; from < adverts.length; from += size) await say(station, adverts.slice(from, from + size));
    }
    await pulse.settled();
  });
}

async function say({ client, gmac, mac, showsMs }: (typeof stations)[number], adverts: EncodedAdvert[]): Promise<void> {
  const payload = encodeAdvData({ gatewayMac: mac, adverts, utcOffsetMs: showsMs });
  await client.publishAsync(`kbeacon/publish/${gmac}`, payload, { qos: 1 });
}

test("packets stored during an outage are dated when they were received, and do not move the dot", async () => {
  const frame = localFrame(site.origin);
  const offM: number[] = [];
  const stop = pulse.bus.subscribe("fixes", (fixes) => {
    for (const { lat, lon } of fixes) {
      const { x, y } = frame.toLocal({ lat, lon });
      offM.push(Math.hypot(x - after.x, -y - after.y));
    }
  });
  for (let s = 0; s <= OUTAGE.untilS + 15; s++) {
    if (s === OUTAGE.untilS) offM.length = 0;
    // The tag moves in the middle of the outage.
    const share = Math.min(1, Math.max(0, (s - 35) / 20));
    await second(s, { x: before.x + share * (after.x - before.x), y: before.y + share * (after.y - before.y) });
  }
  stop();
  expect(offM.length).toBeGreaterThan(3);
  expect(Math.max(...offM)).toBeLessThan(4);

  const span = (fromS: number, untilS: number): string =>
    `start_time_utc=${new Date(startMs + 1000 * fromS).toISOString()}&end_time_utc=${new Date(startMs + 1000 * untilS).toISOString()}`;
  const path = `hardwares/${stations[LATE]!.id}/asset-history?limit=100&`;
  let rows: Record<string, unknown>[] = [];
  // Sightings are written in steps of ten seconds.
  for (; rows.length < 5; await new Promise((resolve) => setTimeout(resolve, 50)))
    rows = (await call(pulse, "GET", path + span(OUTAGE.fromS, OUTAGE.untilS - 10), { token })).content;
  expect(rows).toHaveLength(5);
  // Newest first: the tag moved away from this gateway.
  const strengths = rows.map((row) => Number(row["rssi"]));
  expect(strengths.at(-1)! - strengths[0]!).toBeGreaterThan(10);
});
