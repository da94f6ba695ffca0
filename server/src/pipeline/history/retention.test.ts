import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { id, quiet, start } from "../../../test/support/fixes.ts";
import { retention } from "./retention.ts";

const database = await testDatabase();
const { db } = database;
const dayMs = 86_400_000;

beforeEach(() => database.reset());

describe("retention", () => {
  it("retention deletes exactly the rows of small tables that are older than their limit", async () => {
    const ages = [9, 11, 10.001, 9.999, 300];
    await db
      .insertInto("telemetry")
      .values(ages.map((days) => ({ tracker_id: id(5), ts: new Date(start - days * dayMs), battery_level: 50 })))
      .execute();
    await retention({
      db,
      days: { positionsDay: 10, sightingsDay: 3, eventsDay: 1, auditDay: 1 },
      now: () => start,
      log: quiet,
    }).sweep();
    const left = await db.selectFrom("telemetry").select("ts").orderBy("ts").execute();
    expect(left.map(({ ts }) => (start - ts.getTime()) / dayMs)).toEqual([9.999, 9]);
  });
});
