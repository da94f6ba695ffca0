import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { aFix, id, ids, quiet, secondOf, start } from "../../test/fixes.ts";
import { loggedSightings } from "../../test/loggedSightings.ts";
import { createPositionWriter } from "./positionWriter.ts";
import { retention } from "./retention.ts";

const database = await testDatabase();
const { db } = database;
const { gateway, tracker } = ids;
const now = (): number => start;
const spans = async (): Promise<number[][]> => {
  const rows = await db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
  return rows.map((row) => [secondOf(row.ts), secondOf(row.end_ts)]);
};

beforeEach(() => database.reset());

describe("retention", () => {
  it("deletes what is older than its days and nothing else, and keeps stays that still hold", async () => {
    const day = 86_400;
    const positions = createPositionWriter({ db, now, log: quiet });
    positions.add(aFix(-11 * day, 0));
    positions.add(aFix(-11 * day + 5, 9, { trackerId: id(20), moving: false }));
    positions.add(aFix(-9 * day, 0));
    positions.add(aFix(-10 * day - 1, 0, { trackerId: id(21) }));
    positions.add(aFix(-10 * day + 1, 0, { trackerId: id(21), moving: false }));
    await positions.close();
    const sightings = await loggedSightings(db);
    for (const days of [1, 2, 3, 4])
      sightings.hear({
        trackerId: tracker,
        hardwareId: gateway,
        assetId: null,
        atMs: start - days * day * 1000,
        rssi: -60,
      });
    await sightings.close();
    await retention({
      db,
      keep: { positionsDay: 10, sightingsDay: 3, eventsDay: 1, auditDay: 1 },
      now,
      log: quiet,
    }).sweep();
    expect(await spans()).toEqual([
      [-9 * day, -9 * day],
      [-10 * day - 1, -10 * day + 1],
    ]);
    expect(await db.selectFrom("sightings").selectAll().execute()).toHaveLength(3);
    expect(await db.selectFrom("latest_positions").selectAll().execute()).toHaveLength(3);
  });
});
