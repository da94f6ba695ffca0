import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let site: TestSite;
let cart: TestAsset;
let other: TestAsset;
let token: string;
let viewer: string;
const noon = Date.parse("2026-03-01T12:00:00.000Z");
const at = (minute: number): string => new Date(noon + minute * 60_000).toISOString();

/** A stay from one minute to another, this many hundredths of a degree east. */
async function stay(asset: TestAsset, from: number, to: number, east: number): Promise<void> {
  await pulse.db
    .insertInto("positions")
    .values({
      tracker_id: asset.trackerId,
      asset_id: asset.id,
      site_id: site.id,
      floor_id: site.floorId,
      ts: new Date(at(from)),
      end_ts: new Date(at(to)),
      lat: 51.9,
      lon: 4.4 + east / 100,
      elevation: 1.2,
      accuracy: 2,
      accuracy_outer: 4,
      mechanism: "TRILATERATED",
      moving: false,
      nearest_hardware_id: null,
      nearest_dis: null,
      shown: true,
    })
    .execute();
}

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  cart = await anAsset(pulse, customer, site, { name: '=Cart, "one"' });
  other = await anAsset(pulse, customer, site);
  for (const [from, to, east] of [
    [0, 10, 0],
    [12, 20, 1],
    [21, 30, 2],
  ] as const)
    await stay(cart, from, to, east);
  await stay(other, 5, 6, 9);
  token = await aToken(pulse, customer, "Administrator");
  viewer = await aToken(pulse, customer, "Viewer");
});
afterAll(() => pulse.stop());

const span = (from: number, to: number): string => `start_time_utc=${at(from)}&end_time_utc=${at(to)}`;

test("the history of a span has every stay that overlaps it, oldest first", async () => {
  const { content, metadata } = await call(pulse, "GET", `assets/${cart.id}/history?${span(5, 21)}`, { token });
  expect(content.map((position) => position["timestamp"])).toEqual([at(0), at(12), at(21)]);
  expect(content[0]).toMatchObject({
    end_timestamp: at(10),
    location: "Main · Ground",
    tracker_id: cart.trackerId,
    elevation: 1.2,
  });
  expect(metadata["total_count"]).toBe(3);
});

test("the history is reversed by order=desc and comes in pages, and a page past the end is empty", async () => {
  const newest = await call(pulse, "GET", `assets/${cart.id}/history?${span(0, 30)}&order=desc&limit=2`, { token });
  expect(newest.content.map((position) => position["timestamp"])).toEqual([at(21), at(12)]);
  const past = await call(pulse, "GET", `assets/${cart.id}/history?${span(0, 30)}&page=9`, { token });
  expect([past.status, past.content]).toEqual([200, []]);
});

test("the history with max_points keeps the first and the last point", async () => {
  const { content } = await call(pulse, "GET", `assets/${cart.id}/history?${span(0, 30)}&max_points=2`, { token });
  expect(content.map((position) => position["timestamp"])).toEqual([at(0), at(21)]);
});

test("the history's file has a fixed header, zoned times and no live formulas, and requires asset_download", async () => {
  const path = `assets/${cart.id}/history?${span(0, 30)}&return_file=true&convert_to_timezone=Europe/Amsterdam`;
  const { headers, text, status } = await call(pulse, "GET", path, { token });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="asset-history_.*_20260301_20260301\.csv"$/,
  );
  const [header, first, ...rest] = text.split("\r\n");
  expect(header).toBe(
    "timestamp,end_timestamp,asset_name,tracker_name,building,floor,location,lat,lon,elevation,accuracy,nearest_hardware,nearest_hardware_dis",
  );
  expect(first).toContain("2026-03-01T13:00:00.000+01:00");
  expect(first).toContain(`"'=Cart, ""one"""`);
  expect(rest.filter(Boolean)).toHaveLength(2);
  const refused = await call(pulse, "GET", path, { token: viewer });
  expect([refused.status, refused.content["code"]]).toEqual([403, "operation_not_allowed"]);
});

test("the histories of several assets can be requested at once, and an unknown asset among them is not found", async () => {
  const path = `assets/history?site_id=${site.id}&${span(0, 30)}&max_points=2&asset_ids=${cart.id},${other.id}`;
  const { content } = await call(pulse, "GET", path, { token });
  expect(content.map((each) => [each["asset_id"], (each["positions"] as unknown[]).length])).toEqual([
    [cart.id, 2],
    [other.id, 1],
  ]);
  expect((await call(pulse, "GET", `${path},${site.id}`, { token })).status).toBe(404);
});

test("a site's positions are those of the moment that the parameter at names", async () => {
  const where = async (minute: number) => {
    const { content } = await call(pulse, "GET", `assets/live?site_id=${site.id}&at=${at(minute)}`, { token });
    return content.find((asset) => asset["guid"] === cart.guid);
  };
  expect(await where(-1)).toMatchObject({ lat: null, last_updated: null });
  expect(await where(5)).toMatchObject({ lon: 4.4, last_updated: at(5) });
  expect(await where(11)).toMatchObject({ lon: 4.4, last_updated: at(10) });
  expect(await where(40)).toMatchObject({ lon: 4.42, last_updated: at(30) });
});
