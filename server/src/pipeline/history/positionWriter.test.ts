import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { aFix, frame, id, ids, quiet, secondOf, start } from "../../../test/support/fixes.ts";
import { createPositionWriter } from "./positionWriter.ts";

const database = await testDatabase();
const { db } = database;
const { asset, first, gateway, ground, site, tracker } = ids;
const now = (): number => start;
const writer = (options: Partial<Parameters<typeof createPositionWriter>[0]> = {}) =>
  createPositionWriter({ db, now, log: quiet, flushMs: 3_600_000, ...options });
const spans = async (): Promise<number[][]> => {
  const rows = await db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
  return rows.map((row) => [secondOf(row.ts), secondOf(row.end_ts)]);
};
const latest = () => db.selectFrom("latest_positions").selectAll().where("tracker_id", "=", tracker).executeTakeFirst();

beforeEach(() => database.reset());

describe("positions written", () => {
  it("positions are stored with every field as it was given", async () => {
    const positions = writer();
    const room = { id: "0190a5d6-0000-7000-8000-00000000c01d", name: "Cold store 2", probability: 0.75 };
    const fix = aFix(0, 3, { room });
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
      room_id: room.id,
      room_name: room.name,
      room_probability: room.probability,
      shown: true,
    };
    expect(await db.selectFrom("positions").selectAll().execute()).toEqual([expected]);
    expect(await latest()).toEqual({ ...expected, building_id: null, signal_strength: -61 });
  });

  it("positions add a row for each step of a moving tracker, and only extend the last row of one at rest", async () => {
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
    expect([secondOf(last!.ts), secondOf(last!.end_ts)]).toEqual([2, 90]);
    expect(last!.lon).toBeCloseTo(frame.toLatLon({ x: 4.1, y: 0 }).lon, 9);
    await positions.close();
  });

  it("positions extend a row that is already stored, and mark it as at rest", async () => {
    const positions = writer();
    positions.add(aFix(0, 0));
    await positions.flush();
    positions.add(aFix(5, 0.1, { moving: false }));
    await positions.flush();
    expect(await spans()).toEqual([[0, 5]]);
    expect((await db.selectFrom("positions").select("moving").executeTakeFirstOrThrow()).moving).toBe(false);
    await positions.close();
  });

  it("positions continue their old row after a restart", async () => {
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
    expect(secondOf((await latest())!.ts)).toBe(30);
  });

  it("positions begin a new row after a gap, on another floor and with another asset", async () => {
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

  it("positions that are too uncertain to be shown are stored but do not move the tracker", async () => {
    const positions = writer();
    positions.add(aFix(0, 0));
    positions.add(aFix(1, 40, { shown: false }));
    await positions.flush();
    positions.add(aFix(2, 50, { shown: false }));
    await positions.close();
    expect(await spans()).toHaveLength(3);
    expect(secondOf((await latest())!.end_ts)).toBe(0);
  });

  it("stored positions ignore a late fix, and continue when the clock was set back", async () => {
    const positions = writer();
    positions.add(aFix(7200, 0));
    positions.add(aFix(7199, 9));
    positions.add(aFix(3600, 5));
    await positions.close();
    expect(positions.stats().late).toBe(1);
    expect(await spans()).toEqual([
      [3600, 3600],
      [7200, 7200],
    ]);
    expect(secondOf((await latest())!.end_ts)).toBe(3600);
  });

  it("positions wait while the database fails, and are all stored once it answers", async () => {
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

  it("positions are all kept while they wait, and the writer reports when too many wait", async () => {
    const positions = writer({ maxQueued: 10 });
    expect(positions.crowded()).toBe(false);
    for (let at = 0; at < 100; at += 1) positions.add(aFix(at, at * 3));
    expect(positions.crowded()).toBe(true);
    await positions.close();
    expect(positions.crowded()).toBe(false);
    expect(await spans()).toHaveLength(100);
  });

  it("positions that were stored before a crash are not stored again when they are repeated", async () => {
    const before = writer();
    const made = (at: number): void => {
      for (const positions of [before, after]) positions.add(aFix(at, at < 300 ? 0 : at, { moving: at >= 300 }));
    };
    const after = writer();
    after.replayUntil(Infinity);
    for (let at = 0; at < 310; at += 2) made(at);
    await before.close();
    // From the beginning again: too long ago to be merely late.
    after.add(aFix(310, 310));
    await after.close();
    const rows = await spans();
    expect(rows[0]).toEqual([0, 298]);
    expect(rows.slice(1)).toEqual([300, 302, 304, 306, 308, 310].map((at) => [at, at]));
    expect(secondOf((await latest())!.end_ts)).toBe(310);
  });

  it("the position writer reports from which moment on fixes are not stored yet", async () => {
    const positions = writer();
    expect(positions.unsavedMs()).toBeNull();
    positions.add(aFix(5, 0));
    positions.add(aFix(7, 50));
    positions.add(aFix(6, 0, { trackerId: id(50) }));
    expect(positions.unsavedMs()).toBe(start + 5_000);
    await positions.flush();
    expect(positions.unsavedMs()).toBeNull();
    // The row is there already, and ends later: what came after its end is not stored.
    positions.add(aFix(9, 50, { moving: false }));
    expect(positions.unsavedMs()).toBe(start + 7_001);
    await positions.close();
    expect(positions.unsavedMs()).toBeNull();
  });

  it("positions that the database refuses are left out without affecting others", async () => {
    const positions = writer({ maxBatch: 100 });
    for (let number = 10; number < 30; number += 1)
      positions.add(aFix(0, 0, { trackerId: id(number), ...(number === 17 ? { assetId: "not an id" } : {}) }));
    await positions.close();
    expect(await spans()).toHaveLength(19);
    expect(positions.stats()).toMatchObject({ queued: 0, dropped: 1 });
  });

  it("positions are written by the timer, in batches smaller than the number waiting", async () => {
    const positions = writer({ flushMs: 5, maxBatch: 7 });
    for (let number = 10; number < 60; number += 1) positions.add(aFix(0, 0, { trackerId: id(number) }));
    await expect.poll(async () => (await spans()).length).toBe(50);
    await positions.close();
  });
});
