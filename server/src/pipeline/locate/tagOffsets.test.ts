import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { newCustomer } from "../../resources/customers/newCustomer.repository.ts";
import { unusedMqttPair } from "../../platform/devices/secrets.ts";
import { type LearnedTag, tagOffsets } from "./tagOffsets.ts";

let database: TestDatabase;
let siteId: string;
let ids: string[];

beforeEach(async () => {
  database = await testDatabase();
  await database.reset();
  const customer = await newCustomer(database.db, { name: "Customer", code: "C1" });
  siteId = uuidv7();
  const site = { id: siteId, guid: uuidv7(), customer_id: customer.id, name: "Site", lat: 51.9, lon: 4.4 };
  await database.db
    .insertInto("sites")
    .values({ ...site, ...unusedMqttPair("site") })
    .execute();
  ids = [];
  for (let nth = 0; nth < 5; nth++) {
    const tracker = { id: uuidv7(), guid: uuidv7(), name: `Tag ${nth}`, type: "KKM", mqtt_guid: uuidv7() };
    await database.db
      .insertInto("trackers")
      .values({
        ...tracker,
        mac: `DD:34:00:00:00:0${nth}`,
        customer_id: customer.id,
        site_id: siteId,
        ...unusedMqttPair("tracker"),
      })
      .execute();
    ids.push(tracker.id);
  }
});

/** A tracker with what was learned of it under a calibration's version. */
function learned(trackerId: string, meanDb: number, { sdDb = 1, version = 1, make = "KKM" } = {}): LearnedTag {
  const state = newTrackerState({ model: make });
  const precision = 1 / sdDb ** 2;
  state.offset = { ...state.offset, version, precision, precisionMean: meanDb * precision };
  return { trackerId, siteId, state };
}

async function stored(id: string | undefined): Promise<[number | null, number | null]> {
  const row = await database.db
    .selectFrom("trackers")
    .select(["tag_offset_db", "tag_offset_version"])
    .where("id", "=", id!)
    .executeTakeFirstOrThrow();
  return [row.tag_offset_db, row.tag_offset_version];
}

test("a tracker's offset is stored with the calibration version under which it was learned", async () => {
  await tagOffsets(database.db).store([learned(ids[0]!, -6.126, { version: 3 }), learned(ids[1]!, 4)]);
  expect(await stored(ids[0])).toEqual([-6.13, 3]);
  expect(await stored(ids[1])).toEqual([4, 1]);
  expect(await stored(ids[2])).toEqual([null, null]);
});

test("a tracker's offset that is uncertain or was never used is not stored", async () => {
  const offsets = tagOffsets(database.db);
  await offsets.store([
    learned(ids[0]!, 5, { sdDb: 4 }),
    learned(ids[1]!, 5, { version: -1 }),
    { trackerId: ids[2]!, siteId, state: newTrackerState({ model: "KKM" }) },
  ]);
  for (const id of ids.slice(0, 3)) expect(await stored(id)).toEqual([null, null]);
  expect(offsets.ofMake(siteId, "KKM")).toBeUndefined();
});

test("a tracker's offset is stored again when it changes by half a decibel or belongs to another calibration", async () => {
  const offsets = tagOffsets(database.db);
  const seen = [];
  for (const [meanDb, version] of [
    [4, 1],
    [4.4, 1],
    [4.6, 1],
    [4.6, 2],
  ] as const) {
    await offsets.store([learned(ids[0]!, meanDb, { version })]);
    seen.push(await stored(ids[0]));
  }
  expect(seen).toEqual([
    [4, 1],
    [4, 1],
    [4.6, 1],
    [4.6, 2],
  ]);
});

test("a make's offset is that of its trackers at their own site, under the path-loss model they learned it under", async () => {
  const offsets = tagOffsets(database.db);
  const [first, second, third] = ids as [string, string, string];
  await offsets.store([learned(first, 4), learned(second, 6), learned(third, -8, { make: "PHONE" })]);
  expect(offsets.ofMake(siteId, "KKM")).toEqual({ offsetDb: expect.closeTo(5) as number, version: 1 });
  expect(offsets.ofMake(siteId, "PHONE")).toEqual({ offsetDb: expect.closeTo(-8) as number, version: 1 });
  expect(offsets.ofMake(siteId, "BADGE")).toBeUndefined();
  expect(offsets.ofMake(uuidv7(), "KKM")).toBeUndefined();
  await offsets.store([learned(first, 1, { version: 2 })]);
  expect(offsets.ofMake(siteId, "KKM")).toEqual({ offsetDb: expect.closeTo(1) as number, version: 2 });
});

test("a make's offset is the mean of its tags', of which uncertain ones do not count", async () => {
  const offsets = tagOffsets(database.db);
  const [first, second, third] = ids as [string, string, string];
  await offsets.store([
    learned(first, 0, { sdDb: 0.1 }),
    learned(second, 10, { sdDb: 3 }),
    learned(third, 30, { sdDb: 9 }),
  ]);
  expect(offsets.ofMake(siteId, "KKM")).toMatchObject({ offsetDb: expect.closeTo(5) as number });
});
