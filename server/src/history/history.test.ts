import { localFrame } from "@pulse/geo/localFrame";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { positionHistory } from "./positionHistory.ts";
import { createPositionWriter, type PositionFix } from "./positionWriter.ts";
import { retention } from "./retention.ts";
import { createSightingWriter } from "./sightingWriter.ts";

const database = await testDatabase();
const { db } = database;
const frame = localFrame({ lat: 59, lon: 18 });
const id = (number: number): string => `01990000-0000-7000-9000-${String(number).padStart(12, "0")}`;
const [site, ground, first, asset, tracker, gateway] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const start = Date.parse("2026-11-20T12:00:00.000Z");
const log = { warn: () => undefined, info: () => undefined };

let clock = start;
const now = (): number => clock;

/** A fix `second` seconds after the start, `x` metres east of the origin. */
function aFix(second: number, x: number, changes: Partial<PositionFix> = {}): PositionFix {
  return {
    trackerId: tracker,
    assetId: asset,
    siteId: site,
    buildingId: null,
    floorId: ground,
    atMs: start + second * 1000,
    ...frame.toLatLon({ x, y: 0 }),
    elevation: 1.2,
    accuracy: 1.5,
    accuracyOuter: 3,
    mechanism: "TRILATERATED",
    moving: true,
    nearestHardwareId: gateway,
    nearestDis: 2.5,
    signalStrength: -61,
    shown: true,
    ...changes,
  };
}

const writer = (options: Partial<Parameters<typeof createPositionWriter>[0]> = {}) =>
  createPositionWriter({ db, now, log, flushMs: 3_600_000, ...options });
const second = (date: Date): number => (date.getTime() - start) / 1000;
const spans = async (): Promise<number[][]> => {
  const rows = await db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
  return rows.map((row) => [second(row.ts), second(row.end_ts)]);
};
const latest = () => db.selectFrom("latest_positions").selectAll().where("tracker_id", "=", tracker).executeTakeFirst();

beforeEach(async () => {
  clock = start;
  await database.reset();
});

describe("positions written", () => {
  it("are there with every field as it was given", async () => {
    const positions = writer();
    const fix = aFix(0, 3);
    positions.add(fix);
    await positions.close();
    const expected = {
      tracker_id: tracker,
      asset_id: asset,
      site_id: site,
      floor_id: ground,
      ts: new Date(start),
      end_ts: new Date(start),
      lat: fix.lat,
      lon: fix.lon,
      elevation: 1.2,
      accuracy: 1.5,
      accuracy_outer: 3,
      mechanism: "TRILATERATED",
      moving: true,
      nearest_hardware_id: gateway,
      nearest_dis: 2.5,
      shown: true,
    };
    expect(await db.selectFrom("positions").selectAll().execute()).toEqual([expected]);
    expect(await latest()).toEqual({ ...expected, building_id: null, signal_strength: -61 });
  });

  it("add a row for each step of a moving thing and only lengthen the last of a still one", async () => {
    const positions = writer();
    for (const [at, x] of [
      [0, 0],
      [1, 2],
      [2, 4],
    ] as const)
      positions.add(aFix(at, x));
    for (let at = 3; at <= 90; at += 3) positions.add(aFix(at, 4.1, { moving: false }));
    await positions.flush();
    expect(await spans()).toEqual([
      [0, 0],
      [1, 1],
      [2, 90],
    ]);
    const last = await latest();
    expect([second(last!.ts), second(last!.end_ts)]).toEqual([2, 90]);
    expect(last!.lon).toBeCloseTo(frame.toLatLon({ x: 4.1, y: 0 }).lon, 9);
    await positions.close();
  });

  it("lengthen a stored row too, and say that it has come to rest", async () => {
    const positions = writer();
    positions.add(aFix(0, 0));
    await positions.flush();
    positions.add(aFix(5, 0.1, { moving: false }));
    await positions.flush();
    expect(await spans()).toEqual([[0, 5]]);
    expect((await db.selectFrom("positions").select("moving").executeTakeFirstOrThrow()).moving).toBe(false);
    await positions.close();
  });

  it("go on in their old row after a restart", async () => {
    const before = writer();
    before.add(aFix(0, 0));
    await before.close();
    const after = writer();
    after.add(aFix(20, 0.2, { moving: false }));
    after.add(aFix(30, 5));
    await after.close();
    expect(await spans()).toEqual([
      [0, 20],
      [30, 30],
    ]);
    expect(second((await latest())!.ts)).toBe(30);
  });

  it("begin a new row after a silence, on another floor and with another asset", async () => {
    const positions = writer();
    positions.add(aFix(0, 0));
    positions.add(aFix(61, 0));
    positions.add(aFix(62, 0, { floorId: first }));
    positions.add(aFix(63, 0, { floorId: first, assetId: null }));
    await positions.close();
    expect(await spans()).toEqual([
      [0, 0],
      [61, 61],
      [62, 62],
      [63, 63],
    ]);
    expect((await latest())!.asset_id).toBeNull();
  });

  it("that are too uncertain to be shown are kept but do not move the thing", async () => {
    const positions = writer();
    positions.add(aFix(0, 0));
    positions.add(aFix(1, 40, { shown: false }));
    await positions.flush();
    positions.add(aFix(2, 50, { shown: false }));
    await positions.close();
    expect(await spans()).toHaveLength(3);
    expect(second((await latest())!.end_ts)).toBe(0);
  });

  it("are not spoilt by a late fix, and go on when the clock was set back", async () => {
    const positions = writer();
    positions.add(aFix(7200, 0));
    positions.add(aFix(7199, 9));
    expect(positions.stats().late).toBe(1);
    positions.add(aFix(3600, 5));
    await positions.close();
    expect(await spans()).toEqual([
      [3600, 3600],
      [7200, 7200],
    ]);
    expect(second((await latest())!.end_ts)).toBe(3600);
  });

  it("wait while the database fails and are all there once it answers", async () => {
    const positions = writer();
    await db.schema.alterTable("positions").renameTo("positions_away").execute();
    try {
      for (let at = 0; at < 20; at += 1) positions.add(aFix(at, at * 3));
      await expect(positions.flush()).rejects.toMatchObject({ code: "42P01" });
      expect(positions.stats().queued).toBe(20);
      positions.add(aFix(20, 60));
    } finally {
      await db.schema.alterTable("positions_away").renameTo("positions").execute();
    }
    await positions.close();
    expect(await spans()).toHaveLength(21);
    expect(positions.stats()).toEqual({ queued: 0, written: 21, dropped: 0, late: 0 });
  });

  it("that no longer fit into memory give way, but never the newest of a tracker", async () => {
    const positions = writer({ maxQueued: 10 });
    for (let at = 0; at < 100; at += 1) {
      positions.add(aFix(at, at * 3));
      positions.add(aFix(at, at * 3, { trackerId: id(50) }));
    }
    expect(positions.stats().queued).toBeLessThanOrEqual(11);
    await positions.close();
    const newest = await db.selectFrom("latest_positions").select("end_ts").execute();
    expect(newest.map((row) => second(row.end_ts))).toEqual([99, 99]);
    expect(positions.stats().dropped).toBe(200 - (await spans()).length);
  });

  it("that the database takes for nonsense are left out alone", async () => {
    const positions = writer({ maxBatch: 100 });
    for (let number = 10; number < 30; number += 1)
      positions.add(aFix(0, 0, { trackerId: id(number), ...(number === 17 ? { assetId: "not an id" } : {}) }));
    await positions.close();
    expect(await spans()).toHaveLength(19);
    expect(positions.stats()).toMatchObject({ queued: 0, dropped: 1 });
  });

  it("are written by the timer, in batches smaller than what waits", async () => {
    const positions = writer({ flushMs: 5, maxBatch: 7 });
    for (let number = 10; number < 60; number += 1) positions.add(aFix(0, 0, { trackerId: id(number) }));
    await expect.poll(async () => (await spans()).length).toBe(50);
    await positions.close();
  });
});

describe("position history", () => {
  const history = positionHistory(db);
  const at = (seconds: number): Date => new Date(start + seconds * 1000);
  const query = { of: { assetId: asset }, from: at(100), to: at(200), order: "asc", page: 1, limit: 1000 } as const;
  const times = (rows: { ts: Date }[]): number[] => rows.map((row) => second(row.ts));

  beforeEach(async () => {
    const customer = { id: id(90), guid: id(91), mqtt_username: "c", mqtt_secret_hash: "x", name: "C" };
    await db
      .insertInto("customers")
      .values({ ...customer, customer_code: "C" })
      .execute();
    await db
      .insertInto("sites")
      .values({ ...customer, id: site, guid: id(92), customer_id: id(90), lat: 59, lon: 18 })
      .execute();
    await db
      .insertInto("assets")
      .values({ id: asset, guid: id(93), customer_id: id(90), site_id: site, name: "Cart", type: "cart" })
      .execute();
    const common = { customer_id: id(90), site_id: site, type: "KKM", mqtt_secret_hash: "x" };
    for (const [index, trackerId] of [tracker, id(50)].entries()) {
      const own = {
        guid: id(94 + index),
        mqtt_guid: id(96 + index),
        mqtt_username: `t${index}`,
        name: `T${index}`,
        mac: `M${index}`,
      };
      await db
        .insertInto("trackers")
        .values({ ...common, ...own, id: trackerId })
        .execute();
      await db
        .insertInto("links")
        .values({ id: id(98 + index), asset_id: asset, tracker_id: trackerId, linked_at: at(0), linked_by: "x" })
        .execute();
    }
    const positions = writer();
    // Stands from 40 s to 120 s, then walks one step a ten seconds; its second tracker is heard at 155 s alone.
    for (let second = 40; second <= 120; second += 10) positions.add(aFix(second, 0, { moving: false }));
    for (let second = 130; second <= 250; second += 10) positions.add(aFix(second, second));
    positions.add(aFix(155, 155, { trackerId: id(50) }));
    positions.add(aFix(160, 160, { trackerId: id(51), assetId: id(52) }));
    await positions.close();
  });

  it("of an asset holds what all its trackers say, also a stay that began before the span", async () => {
    const { rows, totalCount } = await history.find(query);
    expect(times(rows)).toEqual([40, 130, 140, 150, 155, 160, 170, 180, 190, 200]);
    expect(totalCount).toBe(10);
    const later = await history.find({ ...query, from: at(121) });
    expect(times(later.rows)[0]).toBe(130);
  });

  it("of a tracker holds its own alone", async () => {
    const { rows } = await history.find({ ...query, of: { trackerId: id(50) } });
    expect(times(rows)).toEqual([155]);
  });

  it.each(["asc", "desc"] as const)("gives the same rows page by page as at once (%s)", async (order) => {
    const whole = await history.find({ ...query, order });
    for (const limit of [1, 3, 4, 9, 10, 11]) {
      const paged = [];
      for (let page = 1; page <= Math.ceil(10 / limit) + 1; page += 1) {
        const part = await history.find({ ...query, order, page, limit });
        expect(part.totalCount).toBe(10);
        paged.push(...part.rows);
      }
      expect(times(paged)).toEqual(times(whole.rows));
    }
    expect(times(whole.rows)).toEqual(times(whole.rows).toSorted((a, b) => (order === "asc" ? a - b : b - a)));
  });

  it("thinned keeps its ends and says how many rows there were", async () => {
    const { rows, totalCount } = await history.find({ ...query, maxPoints: 3 });
    expect(rows).toHaveLength(3);
    expect([times(rows)[0], times(rows)[2]]).toEqual([40, 200]);
    expect(totalCount).toBe(10);
    const turned = await history.find({ ...query, maxPoints: 3, order: "desc" });
    expect(times(turned.rows)).toEqual(times(rows).toReversed());
  });
});

describe("sightings written", () => {
  it("are one row for each tracker, gateway and ten seconds, also when they come in parts", async () => {
    const sightings = createSightingWriter({ db, now, log, flushMs: 3_600_000 });
    const add = (seconds: number, rssi: number, hardwareId = gateway): void =>
      sightings.add({ trackerId: tracker, hardwareId, assetId: asset, atMs: start + seconds * 1000, rssi });
    add(0, -60);
    add(9.999, -70);
    add(10, -50);
    add(3, -80, id(7));
    await sightings.flush();
    add(5, -62);
    await sightings.close();
    const rows = await db.selectFrom("sightings").selectAll().orderBy("hardware_id").orderBy("ts").execute();
    expect(rows.map((row) => [second(row.ts), row.rssi, row.rssi_min, row.rssi_max, row.count])).toEqual([
      [0, -64, -70, -60, 3],
      [10, -50, -50, -50, 1],
      [0, -80, -80, -80, 1],
    ]);
    expect(rows[0]).toMatchObject({ tracker_id: tracker, asset_id: asset });
  });

  it("wait for the end of their ten seconds", async () => {
    const sightings = createSightingWriter({ db, now, log, flushMs: 5 });
    sightings.add({ trackerId: tracker, hardwareId: gateway, assetId: null, atMs: start, rssi: -60 });
    sightings.add({ trackerId: tracker, hardwareId: gateway, assetId: null, atMs: start + 10_000, rssi: -60 });
    clock = start + 10_000;
    await expect.poll(() => sightings.stats().queued).toBe(1);
    await sightings.close();
    expect(await db.selectFrom("sightings").selectAll().execute()).toHaveLength(2);
  });

  it("that no longer fit into memory are counted", () => {
    const sightings = createSightingWriter({ db, now, log, flushMs: 3_600_000, maxQueued: 2 });
    for (let number = 10; number < 15; number += 1)
      sightings.add({ trackerId: id(number), hardwareId: gateway, assetId: null, atMs: start, rssi: -60 });
    expect(sightings.stats()).toEqual({ queued: 2, dropped: 3 });
  });
});

describe("retention", () => {
  it("takes what is older than its days and nothing else, and no stay that still holds", async () => {
    const day = 86_400;
    const positions = writer();
    positions.add(aFix(-11 * day, 0));
    positions.add(aFix(-11 * day + 5, 9, { trackerId: id(20), moving: false }));
    positions.add(aFix(-9 * day, 0));
    positions.add(aFix(-10 * day - 1, 0, { trackerId: id(21) }));
    positions.add(aFix(-10 * day + 1, 0, { trackerId: id(21), moving: false }));
    await positions.close();
    const sightings = createSightingWriter({ db, now, log, flushMs: 3_600_000 });
    for (const days of [1, 2, 3, 4])
      sightings.add({
        trackerId: tracker,
        hardwareId: gateway,
        assetId: null,
        atMs: start - days * day * 1000,
        rssi: -60,
      });
    await sightings.close();
    await retention({ db, keep: { positionsDay: 10, sightingsDay: 3, auditDay: 1 }, now, log }).sweep();
    expect(await spans()).toEqual([
      [-9 * day, -9 * day],
      [-10 * day - 1, -10 * day + 1],
    ]);
    expect(await db.selectFrom("sightings").selectAll().execute()).toHaveLength(3);
    expect(await db.selectFrom("latest_positions").selectAll().execute()).toHaveLength(3);
  });
});
