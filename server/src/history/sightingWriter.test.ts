import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { id, ids, quiet, secondOf, start } from "../../test/fixes.ts";
import { createSightingWriter } from "./sightingWriter.ts";

const database = await testDatabase();
const { db } = database;
const { asset, gateway, tracker } = ids;
let clock = start;
const now = (): number => clock;

beforeEach(async () => {
  clock = start;
  await database.reset();
});

describe("sightings written", () => {
  it("are one row for each tracker, gateway and ten seconds, also when they come in parts", async () => {
    const sightings = createSightingWriter({ db, now, log: quiet, flushMs: 3_600_000 });
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
    expect(rows.map((row) => [secondOf(row.ts), row.rssi, row.rssi_min, row.rssi_max, row.count])).toEqual([
      [0, -64, -70, -60, 3],
      [10, -50, -50, -50, 1],
      [0, -80, -80, -80, 1],
    ]);
    expect(rows[0]).toMatchObject({ tracker_id: tracker, asset_id: asset });
  });

  it("wait for the end of their ten seconds", async () => {
    const sightings = createSightingWriter({ db, now, log: quiet, flushMs: 5 });
    sightings.add({ trackerId: tracker, hardwareId: gateway, assetId: null, atMs: start, rssi: -60 });
    sightings.add({ trackerId: tracker, hardwareId: gateway, assetId: null, atMs: start + 10_000, rssi: -60 });
    clock = start + 10_000;
    await expect.poll(() => sightings.stats().queued).toBe(1);
    await sightings.close();
    expect(await db.selectFrom("sightings").selectAll().execute()).toHaveLength(2);
  });

  it("that no longer fit into memory are counted", () => {
    const sightings = createSightingWriter({ db, now, log: quiet, flushMs: 3_600_000, maxQueued: 2 });
    for (let number = 10; number < 15; number += 1)
      sightings.add({ trackerId: id(number), hardwareId: gateway, assetId: null, atMs: start, rssi: -60 });
    expect(sightings.stats()).toEqual({ queued: 2, dropped: 3 });
  });
});
