import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { aFix, id, ids, quiet, secondOf, start } from "../../../test/support/fixes.ts";
import { positionHistory } from "./positionHistory.ts";
import { createPositionWriter } from "./positionWriter.ts";
import { months } from "../../../test/support/coldMonths.ts";

const database = await testDatabase();
const { db } = database;
const { asset, site, tracker } = ids;

describe("position history", () => {
  const history = positionHistory(db, months);
  const at = (seconds: number): Date => new Date(start + seconds * 1000);
  const query = { of: { assetId: asset }, from: at(100), to: at(200), order: "asc", page: 1, limit: 1000 } as const;
  const times = (rows: { ts: Date }[]): number[] => rows.map((row) => secondOf(row.ts));

  beforeEach(async () => {
    await database.reset();
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
    const positions = createPositionWriter({ db, now: () => start, log: quiet });
    // Stands from 40 s to 120 s, then walks one step every ten seconds; its second tracker is heard only at 155 s.
    for (let time = 40; time <= 120; time += 10) positions.add(aFix(time, 0, { moving: false }));
    for (let time = 130; time <= 250; time += 10) positions.add(aFix(time, time));
    positions.add(aFix(155, 155, { trackerId: id(50) }));
    positions.add(aFix(160, 160, { trackerId: id(51), assetId: id(52) }));
    await positions.close();
  });

  it("the position history of an asset includes all its trackers, and a stay that began before the span", async () => {
    const { rows, totalCount } = await history.find(query);
    expect(times(rows)).toEqual([40, 130, 140, 150, 155, 160, 170, 180, 190, 200]);
    expect(totalCount).toBe(10);
    const later = await history.find({ ...query, from: at(121) });
    expect(times(later.rows)[0]).toBe(130);
  });

  it("the position history of a tracker includes only its own rows", async () => {
    const { rows } = await history.find({ ...query, of: { trackerId: id(50) } });
    expect(times(rows)).toEqual([155]);
  });

  it.each(["asc", "desc"] as const)(
    "the position history has the same rows page by page as at once (%s)",
    async (order) => {
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
    },
  );

  it("the position history read in portions has every row once, even if an older one is written meanwhile", async () => {
    const seen: number[] = [];
    for await (const turn of history.batches(query.of, query, 3)) {
      seen.push(...times(turn));
      if (seen.length > 3) continue;
      const late = createPositionWriter({ db, now: () => start, log: quiet });
      late.add(aFix(101, 7, { trackerId: id(50) }));
      await late.close();
    }
    expect(seen).toEqual([40, 130, 140, 150, 155, 160, 170, 180, 190, 200]);
  });

  it("the position history of several assets is thinned for each, and leaves out an asset without rows", async () => {
    const found = await history.ofAssets([asset, id(52), id(53)], query, 3);
    expect([...found].map(([assetId, rows]) => [assetId, times(rows).length])).toEqual([
      [asset, 3],
      [id(52), 1],
    ]);
    expect(times(found.get(asset)!)).toEqual(times((await history.find({ ...query, maxPoints: 3 })).rows));
  });

  it("the position history when thinned keeps its ends and reports the full number of rows", async () => {
    const { rows, totalCount } = await history.find({ ...query, maxPoints: 3 });
    expect(rows).toHaveLength(3);
    expect([times(rows)[0], times(rows)[2]]).toEqual([40, 200]);
    expect(totalCount).toBe(10);
    const turned = await history.find({ ...query, maxPoints: 3, order: "desc" });
    expect(times(turned.rows)).toEqual(times(rows).toReversed());
  });
});
