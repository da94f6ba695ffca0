import { localFrame } from "@pulse/geo/localFrame";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aGeofence, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Where time goes (additions A7): fixes as the live path gets them, sums as people ask for them.
const hourMs = 3_600_000;
// Six whole hours, all in the past.
const startMs = Math.floor(Date.now() / hourMs) * hourMs - 6 * hourMs;
let pulse: TestPulse;
let customer: NewCustomer;
let token: string;
let site: TestSite;
let rooms: Record<"Store" | "Office", string>;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

// Each test has a site of its own, 40 × 25 m: a store in its western half, an office in its eastern.
beforeEach(async () => {
  site = await aSite(pulse, customer);
  const half = (name: string, fromX: number, toX: number) => ({
    name,
    area: [
      { x: fromX, y: 0 },
      { x: toX, y: 0 },
      { x: toX, y: -25 },
      { x: fromX, y: -25 },
    ].map(localFrame(site.origin).toLatLon),
  });
  const path = `sites/${site.id}/floors/${site.floorId}/drawing`;
  const drawn = await call(pulse, "PUT", path, {
    token,
    body: { rooms: [half("Store", 0, 20), half("Office", 20, 40)] },
  });
  rooms = Object.fromEntries(
    (drawn.content["rooms"] as { id: string; name: string }[]).map(({ id, name }) => [name, id]),
  ) as typeof rooms;
});

const timeOf = (second: number): string => new Date(startMs + second * 1000).toISOString();
const ask = (what: string, query = "", as = token): Promise<Answer> =>
  call(
    pulse,
    "GET",
    `analytics/${what}?site_id=${site.id}&start_time_utc=${timeOf(0)}&end_time_utc=${timeOf(6 * 3600)}${query}`,
    { token: as },
  );

async function aKnownAsset(name: string): Promise<TestAsset> {
  const asset = await anAsset(pulse, customer, site, { name });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  // The site's model is read at its first fix, which is lost.
  await stands(asset, 30, -5000, -5000, false);
  return asset;
}

/**
 * The asset is at x metres east and 10 m south from one second to another, reported every twenty seconds and always
 * slightly away from the last place, since the end of a stay is written later. Waits until it is stored.
 */
async function stands(asset: TestAsset, x: number, from: number, to: number, isKept = true): Promise<void> {
  for (let second = from; second <= to; second += 20)
    pulse.bus.publish("fixes", [
      {
        siteId: site.id,
        trackerId: asset.trackerId,
        ...localFrame(site.origin).toLatLon({ x: x + (second % 40) * 0.03, y: -10.5 }),
        fix: {
          atMs: startMs + second * 1000,
          x,
          y: -10.5,
          floor: site.floorId,
          elevationM: 1.2,
          accuracyM: 1,
          accuracyOuterM: 2,
          mechanism: "TRILATERATED",
          moving: true,
          nearest: null,
          shown: true,
          floorUncertain: false,
          gatewaysHeard: 4,
          room: { id: x < 20 ? rooms.Store : rooms.Office, probability: 0.9 },
          raw: { x, y: -10.5, atMs: startMs, varianceM2: 1 },
        },
      },
    ]);
  await pulse.bus.idle();
  await pulse.settled();
  const last = pulse.db
    .selectFrom("positions")
    .select("ts")
    .where("tracker_id", "=", asset.trackerId)
    .where("ts", "=", new Date(startMs + to * 1000));
  if (isKept) await expect.poll(() => last.execute(), { timeout: 20_000 }).toHaveLength(1);
}

interface Heat {
  cell_m: number;
  origin: { lat: number; lon: number };
  columns: number;
  rows: number;
  seconds: number[];
  hours_covered: number;
  hours_missing: number;
}

/** How long it was at x metres east, within a metre. */
function secondsAt({ content }: Answer, x: number): number {
  const heat = content as unknown as Heat;
  const frame = localFrame(heat.origin);
  const at = frame.toLocal(localFrame(site.origin).toLatLon({ x, y: -10.5 }));
  const near = (nth: number): boolean =>
    Math.hypot(
      ((nth % heat.columns) + 0.5) * heat.cell_m - at.x,
      (Math.floor(nth / heat.columns) + 0.5) * heat.cell_m - at.y,
    ) < 2.2;
  return heat.seconds.reduce((sum, seconds, nth) => sum + (near(nth) ? seconds : 0), 0);
}

test("a site's coverage lists the hours with positions, and its newest stretch begins with the first position", async () => {
  const cart = await aKnownAsset("Cart");
  expect((await ask("coverage")).content).toEqual([]);
  await stands(cart, 5, 1200, 1800);
  await stands(cart, 25, 3 * 3600 + 1200, 3 * 3600 + 1800);
  await stands(cart, 25, 4 * 3600 + 600, 4 * 3600 + 900);
  expect((await ask("coverage")).content).toEqual([
    { from: timeOf(0), to: timeOf(3600) },
    { from: timeOf(3 * 3600 + 1200), to: timeOf(5 * 3600) },
  ]);
});

test("a floor's heat map counts time where it was spent, and counts hours without data separately", async () => {
  const cart = await aKnownAsset("Cart");
  await stands(cart, 5, 0, 600);
  await stands(cart, 25, 620, 920);
  const answer = await ask("heatmap", `&floor_id=${site.floorId}`);
  expect(answer.status).toBe(200);
  expect(answer.content).toMatchObject({ cell_m: 1, hours_covered: 1, hours_missing: 5 });
  // A place is valid until the next one is known.
  expect([secondsAt(answer, 5), secondsAt(answer, 25), secondsAt(answer, 15)]).toEqual([620, 300, 0]);
  const { columns, rows, seconds } = answer.content as unknown as Heat;
  expect(seconds).toHaveLength(columns * rows);
});

test("late positions are summed once, and only for their own asset", async () => {
  const [cart, bed] = [await aKnownAsset("Cart"), await aKnownAsset("Bed")];
  await pulse.db.updateTable("assets").set({ type: "Bed" }).where("id", "=", bed.id).execute();
  await stands(cart, 5, 7200, 7300);
  expect(secondsAt(await ask("heatmap", `&floor_id=${site.floorId}`), 5)).toBe(100);
  await stands(bed, 5, 0, 200);
  const heat = (query: string) => ask("heatmap", `&floor_id=${site.floorId}${query}`);
  for (const turn of [1, 2]) expect([turn, secondsAt(await heat(""), 5)]).toEqual([turn, 300]);
  expect(secondsAt(await heat(`&asset_ids=${cart.id}`), 5)).toBe(100);
  expect(secondsAt(await heat("&type=Bed"), 5)).toBe(200);
  expect((await heat("&type=Bed")).content).toMatchObject({ hours_covered: 1, hours_missing: 5 });
  const dwell = async (whose: string) => (await ask("dwell", `&by=room${whose}`)).content[0]?.["seconds_total"];
  expect([await dwell("&type=Bed"), await dwell(`&asset_ids=${cart.id}`)]).toEqual([200, 100]);
  expect((await heat("")).content).toMatchObject({ hours_covered: 2, hours_missing: 4 });
});

test("a stay across the hour is one visit, and time without packets counts for nobody", async () => {
  const cart = await aKnownAsset("Cart");
  await stands(cart, 5, 3000, 4200);
  // Silent for a quarter of an hour: it counts as a new visit.
  await stands(cart, 5, 5100, 5200);
  await stands(cart, 25, 5220, 5320);
  expect((await ask("dwell", "&by=room")).content).toEqual([
    { id: rooms.Store, name: "Store", visits: 2, seconds_total: 1320, seconds_median: 660, seconds_p90: 1092 },
    { id: rooms.Office, name: "Office", visits: 1, seconds_total: 100, seconds_median: 100, seconds_p90: 100 },
  ]);
  expect(secondsAt(await ask("heatmap", `&floor_id=${site.floorId}`), 5)).toBe(1320);
});

test("the occupancy gives minimum, maximum and mean, and nothing for hours without data", async () => {
  const [cart, bed] = [await aKnownAsset("Cart"), await aKnownAsset("Bed")];
  await stands(cart, 5, 0, 3600);
  await stands(bed, 5, 1800, 2700);
  const { content } = await ask("occupancy", "&by=room&step=hour");
  expect(content).toHaveLength(12);
  const of = (room: string, hour: number) => content.find(({ id, at }) => id === room && at === timeOf(hour * 3600));
  expect(of(rooms.Store, 0)).toMatchObject({ name: "Store", min: 1, mean: 1.25, max: 2 });
  expect(of(rooms.Office, 0)).toMatchObject({ min: 0, mean: 0, max: 0 });
  expect(of(rooms.Office, 3)).toMatchObject({ min: null, mean: null, max: null });
  const [first] = (await ask("occupancy", `&by=room&step=hour&asset_ids=${bed.id}`)).content;
  expect(first).toMatchObject({ id: rooms.Store, min: 0, max: 1 });
  const days = await ask("occupancy", "&by=room&step=day&convert_to_timezone=Asia/Kolkata");
  expect(days.content.filter(({ id }) => id === rooms.Store).some(({ max }) => max === 2)).toBe(true);
});

test("the flows count who went from where to where, with the median time", async () => {
  const [cart, bed] = [await aKnownAsset("Cart"), await aKnownAsset("Bed")];
  await stands(cart, 5, 0, 100);
  await stands(cart, 25, 120, 200);
  await stands(cart, 5, 220, 300);
  await stands(cart, 25, 340, 400);
  const [store, office] = [
    { id: rooms.Store, name: "Store" },
    { id: rooms.Office, name: "Office" },
  ];
  expect((await ask("flows", "&by=room")).content).toEqual([
    { from: store, to: office, count: 2, seconds_median: 0 },
    { from: office, to: store, count: 1, seconds_median: 0 },
  ]);
  expect((await ask("flows", `&by=room&asset_ids=${bed.id}`)).content).toEqual([]);
});

test("the analytics by geofence use the stays in geofences, for those who may read them", async () => {
  const near = await aGeofence(pulse, customer, site, { x: 5, y: 10, radius: 4, name: "Dock" });
  const far = await aGeofence(pulse, customer, site, { x: 30, y: 10, radius: 4, name: "Gate" });
  const cart = await aKnownAsset("Cart");
  await stands(cart, 18, 0, 300);
  // As the live path keeps them; fixes in the fences that are hours old would be timed out meanwhile.
  const stay = ({ id }: { id: string }, from: number, to: number) => ({
    id: uuidv7(),
    geofence_id: id,
    asset_id: cart.id,
    site_id: site.id,
    enter_at: new Date(startMs + from * 1000),
    exit_at: new Date(startMs + to * 1000),
    exit_reason: "exit" as const,
    decided_at: new Date(startMs + to * 1000),
  });
  await pulse.db
    .insertInto("geofence_stays")
    .values([stay(near, 0, 320), stay(far, 300, 640), stay(near, -7200, -3600)])
    .execute();
  const dwell = await ask("dwell", "&by=geofence");
  expect(dwell.content).toMatchObject([
    { id: far.id, name: "Gate", visits: 1, seconds_total: 340 },
    { id: near.id, name: "Dock", visits: 1, seconds_total: 320 },
  ]);
  expect((await ask("flows", "&by=geofence")).content).toMatchObject([
    { from: { name: "Dock" }, to: { name: "Gate" }, count: 1 },
  ]);
  expect((await ask("occupancy", "&by=geofence")).content[0]).toMatchObject({ at: timeOf(0), min: 0, max: 1 });
  const reader = await tokenWith(pulse, customer, ["asset_management.r"]);
  for (const what of ["dwell", "occupancy", "flows"]) {
    expect((await ask(what, "&by=room", reader)).status).toBe(200);
    expect((await ask(what, "&by=geofence", reader)).status).toBe(403);
  }
});

test("each analysis is available as a file, with a line for each row", async () => {
  const cart = await aKnownAsset("Cart");
  await stands(cart, 5, 0, 100);
  await stands(cart, 25, 120, 200);
  const columns = {
    heatmap: "lat,lon,cell_m,seconds",
    dwell: "id,name,visits,seconds_total,seconds_median,seconds_p90",
    occupancy: "at,id,name,min,mean,max",
    flows: "from_id,from_name,to_id,to_name,count,seconds_median",
  };
  for (const [what, header] of Object.entries(columns)) {
    const { text, headers } = await ask(
      what,
      `&floor_id=${site.floorId}&return_file=true&convert_to_timezone=Asia/Kolkata`,
    );
    expect(headers.get("content-type")).toContain("text/csv");
    expect(headers.get("content-disposition")).toMatch(new RegExp(`filename="${what}_Site-\\d+_\\d{8}_\\d{8}.csv"`));
    const [first, ...rows] = text.trimEnd().split("\r\n");
    expect(first).toBe(header);
    expect(rows).toHaveLength({ heatmap: 2, dwell: 2, occupancy: 12, flows: 1 }[what]!);
    if (what === "occupancy") expect(rows[0]).toContain("+05:30");
  }
});

test("the analytics find no other customers' sites, floors and assets, and refuse invalid requests", async () => {
  const stranger = await aCustomer(pulse);
  const elsewhere = await aSite(pulse, stranger);
  const theirs = await anAsset(pulse, stranger, elsewhere);
  const theirToken = await aToken(pulse, stranger, "Administrator");
  const statusOf = async (what: string, query: string, as = token) => (await ask(what, query, as)).status;
  for (const what of ["heatmap", "dwell", "occupancy", "flows"]) {
    expect(await statusOf(what, `&floor_id=${site.floorId}`, theirToken)).toBe(404);
    expect(await statusOf(what, `&floor_id=${elsewhere.floorId}`)).toBe(404);
    expect(await statusOf(what, `&floor_id=${site.floorId}&asset_ids=${theirs.id}`)).toBe(404);
    expect(await statusOf(what, `&floor_id=${site.floorId}&start_time_utc=2020-01-01T00:00:00Z`)).toBe(400);
    const backwards = `analytics/${what}?site_id=${site.id}&floor_id=${site.floorId}&start_time_utc=${timeOf(9)}&end_time_utc=${timeOf(1)}`;
    expect((await call(pulse, "GET", backwards, { token })).status).toBe(400);
    expect((await call(pulse, "GET", backwards.replace(/site_id=[^&]*&/, ""), { token })).status).toBe(400);
  }
  expect(await statusOf("heatmap", "")).toBe(400);
  expect(await statusOf("dwell", "&by=shelf")).toBe(400);
  expect(await statusOf("occupancy", "&step=minute")).toBe(400);
  expect(await statusOf("dwell", "&convert_to_timezone=Nowhere&return_file=true")).toBe(400);
});

test("a position at 0, 0 or on a deleted floor does not affect the sums", async () => {
  const cart = await aKnownAsset("Cart");
  await stands(cart, 5, 0, 100);
  await pulse.db
    .insertInto("positions")
    .values(
      [site.floorId, "01990000-0000-7000-9000-00000000dead"].map((floor_id, nth) => ({
        tracker_id: cart.trackerId,
        ts: new Date(startMs + (200 + nth * 100) * 1000),
        end_ts: new Date(startMs + (250 + nth * 100) * 1000),
        asset_id: cart.id,
        site_id: site.id,
        floor_id,
        lat: 0,
        lon: 0,
        elevation: null,
        accuracy: 1,
        accuracy_outer: 2,
        mechanism: "TRILATERATED" as const,
        moving: false,
        nearest_hardware_id: null,
        nearest_dis: null,
        shown: true,
      })),
    )
    .execute();
  const answer = await ask("heatmap", `&floor_id=${site.floorId}`);
  expect(answer.status).toBe(200);
  expect(secondsAt(answer, 5)).toBe(100);
  expect((answer.content as unknown as Heat).seconds.length).toBeLessThan(10);
});
