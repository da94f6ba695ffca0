import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { id, ids, secondOf, start } from "../../../test/support/fixes.ts";
import { loggedSightings } from "../../../test/support/loggedSightings.ts";

const database = await testDatabase();
const { db } = database;
const { asset, gateway, tracker } = ids;
const rowsOf = () => db.selectFrom("sightings").selectAll().orderBy("hardware_id").orderBy("ts").execute();
const advert = (seconds: number, rssi: number, of = tracker) => ({
  trackerId: of,
  gatewayId: gateway,
  assetId: asset,
  atMs: start + seconds * 1000,
  rssi,
});

beforeEach(() => database.reset());

describe("sightings written", () => {
  it("sightings become one row per tracker, gateway and ten seconds, even if they arrive in parts", async () => {
    const sightings = await loggedSightings(db);
    sightings.hear(advert(0, -60));
    sightings.hear(advert(9.999, -70));
    sightings.hear(advert(10, -50));
    sightings.hear({ ...advert(3, -80), gatewayId: id(7) });
    await sightings.flush();
    sightings.hear(advert(5, -62));
    await sightings.close();
    const rows = await rowsOf();
    expect(rows.map((row) => [secondOf(row.ts), row.rssi, row.rssi_min, row.rssi_max, row.count])).toEqual([
      [0, -64, -70, -60, 3],
      [10, -50, -50, -50, 1],
      [0, -80, -80, -80, 1],
    ]);
    expect(rows[0]).toMatchObject({ tracker_id: tracker, asset_id: asset });
  });

  it("sightings wait for the end of their ten seconds", async () => {
    const sightings = await loggedSightings(db, { flushMs: 5 });
    sightings.hear(advert(0, -60));
    sightings.hear(advert(10, -60));
    await expect.poll(() => sightings.stats().queued).toBe(1);
    expect(await rowsOf()).toHaveLength(1);
    sightings.advanceTo(start + 20_000);
    await expect.poll(() => sightings.stats().queued).toBe(0);
    expect(await rowsOf()).toHaveLength(2);
    await sightings.close();
  });

  it("the sighting writer reports when too many sightings wait, and none is lost", async () => {
    const sightings = await loggedSightings(db, { maxQueued: 20, maxBatch: 7 });
    for (let number = 10; number < 110; number += 1) sightings.hear(advert(0, -60, id(number)));
    expect(sightings.crowded()).toBe(true);
    await sightings.close();
    expect(sightings.crowded()).toBe(false);
    expect(await rowsOf()).toHaveLength(100);
  });

  it("sightings that the database refuses are left out without affecting others", async () => {
    const sightings = await loggedSightings(db);
    for (let number = 10; number < 30; number += 1)
      sightings.hear({ ...advert(0, -60, id(number)), rssi: number === 17 ? Number.NaN : -60 });
    await sightings.close();
    expect(await rowsOf()).toHaveLength(19);
    expect(sightings.stats()).toEqual({ queued: 0, dropped: 1 });
  });
});

describe("after a crash", () => {
  const heard = (sightings: { hear(advert: ReturnType<typeof advertOf>): void }, from: number, to: number): void => {
    for (let nth = from; nth < to; nth += 1) sightings.hear(advertOf(nth));
  };
  const advertOf = (nth: number) => advert(nth / 10, -60, id(10 + (nth % 50)));

  it("sightings that are processed again after a crash are counted once, wherever the crash was", async () => {
    // 250 adverts; every few of them the process crashes between two transactions and begins at the start again.
    let logId: string | undefined;
    for (const until of [60, 130, 131, 200, 250]) {
      const sightings = await loggedSightings(db, { maxBatch: 10, ...(logId === undefined ? {} : { logId }) });
      ({ logId } = sightings);
      heard(sightings, 0, until);
      await sightings.flush();
    }
    const rows = await rowsOf();
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(250);
  });

  it("a crash between two transactions of one batch counts only uncommitted sightings again", async () => {
    const first = await loggedSightings(db, { maxBatch: 10, commits: 2 });
    heard(first, 0, 100);
    await expect(first.flush()).rejects.toThrow("crashed");
    const counted = (await rowsOf()).reduce((sum, row) => sum + row.count, 0);
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThan(100);
    // The slices that were committed are ahead of the others, and stay so.
    const second = await loggedSightings(db, { maxBatch: 10, commits: 1, logId: first.logId });
    heard(second, 0, 50);
    await expect(second.flush()).rejects.toThrow("crashed");
    const last = await loggedSightings(db, { logId: first.logId });
    heard(last, 0, 120);
    await last.close();
    expect((await rowsOf()).reduce((sum, row) => sum + row.count, 0)).toBe(120);
  });
});
