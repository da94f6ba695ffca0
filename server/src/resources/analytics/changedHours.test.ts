import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { up } from "../../../migrations/0034_where_time_goes.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { aFix, id, ids } from "../../../test/support/fixes.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { insertStays } from "../../pipeline/history/positions.repository.ts";
import { markHours } from "../../pipeline/history/markedHours.repository.ts";
import { changedHours, deleteChangedHour, lockHour } from "./changedHours.repository.ts";

const { db, kind, reset } = await testDatabase();
beforeEach(() => reset());

const hourMs = 3_600_000;
const noon = Date.parse("2026-11-20T12:00:00.000Z");
const marked = async (of: typeof db): Promise<string[]> =>
  (await changedHours(of, null, 100))
    .map(({ siteId, hour }) => `${siteId === ids.site ? "site" : "other"} ${hour.toISOString().slice(11, 16)}`)
    .toSorted();

describe(`hours whose sums are behind (${kind})`, () => {
  it("hours whose sums are behind are, after the update that introduced sums, all with a position, each once", async () => {
    const minute = (minutes: number): number => minutes * 60;
    const stay = (fromS: number, toS: number, changes = {}) => ({
      fix: aFix(fromS, 0, changes),
      endMs: noon + toS * 1000,
      moving: false,
    });
    const enough = new Error("enough");
    const undone = transaction(db, async (trx) => {
      await insertStays(trx, [
        // From 12:20 to 14:05, and a part of the same hours by another tracker.
        stay(minute(20), minute(125)),
        stay(minute(70), minute(71), { trackerId: id(7), assetId: id(8) }),
        // A tracker without an asset, and another site with a silent hour in between.
        stay(minute(-30), minute(-30), { trackerId: id(9), assetId: null }),
        stay(minute(0), minute(1), { trackerId: id(10), siteId: id(11) }),
        stay(minute(185), minute(190), { trackerId: id(10), siteId: id(11) }),
      ]);
      await sql`drop table changed_hours, heat_origins, site_heat, asset_heat, room_stays`.execute(trx);
      // Hours must not depend on the session's time zone: in India they begin at half past.
      await sql`set local time zone 'Asia/Kolkata'`.execute(trx);
      await up(trx as unknown as Kysely<unknown>);
      expect(await marked(trx)).toEqual([
        "other 12:00",
        "other 15:00",
        "site 11:00",
        "site 12:00",
        "site 13:00",
        "site 14:00",
      ]);
      throw enough;
    });
    await expect(undone).rejects.toBe(enough);
  });

  it("hours whose sums are behind stay marked if more arrived while they were summed, and are removed otherwise", async () => {
    const hour = { siteId: ids.site, hourMs: noon };
    await markHours(db, [hour, { siteId: ids.site, hourMs: noon + hourMs }]);
    const [, first] = await changedHours(db, null, 2);
    expect(first?.hour.getTime()).toBe(noon);
    // More positions come: the same hour gets another mark.
    await markHours(db, [hour]);
    const again = await transaction(db, (trx) => lockHour(trx, first!));
    expect(again).not.toBe(first?.mark);
    expect(await marked(db)).toEqual(["site 12:00", "site 13:00"]);
    await transaction(db, (trx) => deleteChangedHour(trx, first!));
    expect(await transaction(db, (trx) => lockHour(trx, first!))).toBeNull();
    expect(await marked(db)).toEqual(["site 13:00"]);
  });
});
