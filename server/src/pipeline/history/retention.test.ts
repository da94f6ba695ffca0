import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { id, quiet, start } from "../../../test/support/fixes.ts";
import { retention } from "./retention.ts";

const database = await testDatabase();
const { db } = database;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

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

  it("retention deletes what repeated requests are answered with, after a day", async () => {
    const hours = [23, 25];
    await db
      .insertInto("idempotency_keys")
      .values(
        hours.map((hour) => ({
          user_id: id(1),
          key: `${hour} hours old`,
          method: "POST",
          path: "/api/v3/assets",
          request_hash: "",
          created_at: new Date(start - hour * hourMs),
        })),
      )
      .execute();
    await retention({
      db,
      days: { positionsDay: 10, sightingsDay: 3, eventsDay: 1, auditDay: 1 },
      now: () => start,
      log: quiet,
    }).sweep();
    const left = await db.selectFrom("idempotency_keys").select("key").execute();
    expect(left.map(({ key }) => key)).toEqual(["23 hours old"]);
  });
});
