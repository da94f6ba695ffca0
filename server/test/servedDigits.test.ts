import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Measured and computed values, as programs read them: no meaningless digits.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  const gateways = await sixGateways(pulse, customer, site);
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
  const corners = [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 25 },
    { x: 0, y: 25 },
  ].map(radio.latLon);
  await call(pulse, "PUT", `sites/${site.id}/floors/${site.floorId}/drawing`, {
    token,
    body: { rooms: [{ name: "Store", area: corners }] },
  });
  await pulse.settled();
  await radio.hear([{ mac: asset.mac, at: { x: 8, y: 12 } }], 10);
  await radio.located([asset.trackerId]);
  await pulse.settled();
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** The path of each number in an answer, and how many decimals it has. */
function decimalsOf(value: unknown, path = ""): { path: string; decimals: number }[] {
  if (typeof value === "number") return [{ path, decimals: (/\.(\d+)/.exec(String(value))?.[1] ?? "").length }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => decimalsOf(inner, `${path}.${key}`));
}

/** Degrees may have eight, a millimetre; shares three, and everything else two. */
function maxDecimals(path: string): number {
  if (/\.(lat|lon)$/.test(path)) return 8;
  return /\.(probability|weight|before|after)$/.test(path) ? 3 : 2;
}

const tooLong = (content: unknown): string[] =>
  decimalsOf(content)
    .filter(({ path, decimals }) => decimals > maxDecimals(path))
    .map(({ path }) => path);

async function got(path: string): Promise<unknown> {
  const { status, content } = await call(pulse, "GET", path, { token });
  expect(status).toBe(200);
  return content;
}

test("positions and their explanation have no meaningless digits", async () => {
  const live = `assets/live?site_id=${site.id}`;
  // Positions are written in turns.
  await expect.poll(() => got(live), { timeout: 20_000 }).toMatchObject([{ room: { name: "Store" } }]);
  const { id, trackerId } = asset;
  for (const path of [
    live,
    `assets/${id}`,
    `assets/search?site_id=${site.id}`,
    `assets/${id}/history`,
    `assets/history?site_id=${site.id}&asset_ids=${id}&start_time_utc=2020-01-01T00:00:00Z&end_time_utc=2100-01-01T00:00:00Z`,
    `trackers/${trackerId}`,
    `trackers/live?site_id=${site.id}`,
    `trackers/${trackerId}/history`,
    `trackers/${trackerId}/explain`,
  ])
    expect({ path, tooLong: tooLong(await got(path)) }).toEqual({ path, tooLong: [] });
});

test("the residual in an explanation equals the RSSI less what was expected", async () => {
  const { gateways } = (await got(`trackers/${asset.trackerId}/explain`)) as {
    gateways: { rssi: number; expected_rssi: number; residual: number }[];
  };
  expect(gateways).toHaveLength(6);
  for (const { rssi, expected_rssi, residual } of gateways) expect(residual).toBeCloseTo(rssi - expected_rssi, 6);
});

test("a site's calibration has no meaningless digits", async () => {
  const error = { meanM: 3.123456, medianM: 2.987654, p90M: 6.345678 };
  await pulse.db
    .insertInto("calibrations")
    .values({
      site_id: site.id,
      version: 1,
      level: 2,
      source: "survey",
      active: true,
      data: JSON.stringify({
        calibration: {
          level: 2,
          version: 1,
          exponent: 2.7242424,
          powerShiftDb: -1.4061616,
          shadowSdDb: 3.1393939,
          tagOffsetSdDb: 1.6151515,
          anchorOffsetsDb: {},
        },
        places: {},
      }),
      held_back: JSON.stringify({
        heldBack: { points: 17, before: error, after: error },
        evidence: { windows: 40, before: -3.123456, after: -2.987654 },
      }),
      created_by: "Pulse",
    })
    .execute();
  const points = { site_id: site.id, floor_id: site.floorId, tracker_id: asset.trackerId, created_by: "Pulse" };
  await pulse.db
    .insertInto("calibration_points")
    .values({
      ...points,
      id: "01900000-0000-7000-8000-000000000001",
      ...radio.latLon({ x: 8, y: 12 }),
      start_at: new Date(clock.now()),
      end_at: null,
      heard: JSON.stringify({ heard: [], live: [] }),
      off_since: new Date(clock.now()),
      off_m: 7.4321987,
    })
    .execute();
  const content = (await got(`sites/${site.id}/calibration`)) as { points: unknown[]; versions: unknown[] };
  expect(content).toMatchObject({
    points: [{ drift: { off_m: 7.43 } }],
    versions: [
      {
        exponent: 2.72,
        power_shift_db: -1.41,
        shadow_sd_db: 3.14,
        tag_offset_sd_db: 1.62,
        held_back: { points: 17, before: { mean_m: 3.12, median_m: 2.99, p90_m: 6.35 } },
        evidence: { windows: 40, before: -3.123, after: -2.988 },
      },
    ],
  });
});
