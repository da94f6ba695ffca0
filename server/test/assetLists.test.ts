import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testDatabase } from "./support/database.ts";
import { rowsRead } from "./support/rowsRead.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const counter = rowsRead();
const assets: TestAsset[] = [];
const gateways: string[] = [];
let pulse: TestPulse;
let site: TestSite;
let token: string;
const noon = Date.parse("2026-03-01T12:00:00.000Z");
const at = (minute: number): string => new Date(noon + minute * 60_000).toISOString();

beforeAll(async () => {
  const database = await testDatabase();
  await database.reset();
  const counted = {
    db: database.db.withPlugin(counter.plugin),
    background: database.background.withPlugin(counter.plugin),
  };
  pulse = await testPulse({}, { keep: true, database: { ...database, ...counted } });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  for (let nth = 0; nth < 30; nth += 1) gateways.push((await aGateway(pulse, customer, site, { x: nth, y: 5 })).id);
  for (let nth = 0; nth < 60; nth += 1) {
    const asset = await anAsset(pulse, customer, site, { name: `Cart ${String(nth).padStart(2, "0")}` });
    assets.push(asset);
    // The last ten were never seen; of the others the first was seen last.
    if (nth < 50) await seen(asset, -nth, gateways[nth % 30]!);
  }
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

const row = (
  asset: TestAsset,
  from: number,
  to: number,
  changes: { tracker?: string; accuracy?: number; gateway?: string } = {},
) => ({
  tracker_id: changes.tracker ?? asset.trackerId,
  asset_id: asset.id,
  site_id: site.id,
  floor_id: site.floorId,
  ts: new Date(at(from)),
  end_ts: new Date(at(to)),
  lat: 51.9,
  lon: 4.4,
  elevation: 1.2,
  accuracy: changes.accuracy ?? 2,
  accuracy_outer: 4,
  mechanism: "TRILATERATED" as const,
  moving: false,
  nearest_hardware_id: changes.gateway ?? null,
  nearest_dis: null,
  shown: true,
});

async function seen(asset: TestAsset, minute: number, gateway: string): Promise<void> {
  const position = row(asset, minute, minute, { gateway });
  await pulse.db.insertInto("positions").values(position).execute();
  await pulse.db
    .insertInto("latest_positions")
    .values({ ...position, building_id: null, signal_strength: -60 })
    .execute();
}

const search = (query: string) => call(pulse, "GET", `assets/search?site_id=${site.id}&${query}`, { token });
const names = async (query: string): Promise<unknown[]> => (await search(query)).content.map((asset) => asset["name"]);

describe("a page of assets", () => {
  test("a page of assets reads only what it shows, not the whole site", async () => {
    await search("limit=10");
    counter.reset();
    const { content, metadata } = await search("limit=10&sort_fields=name&sort_order=asc");
    expect(content).toHaveLength(10);
    expect(metadata["total_count"]).toBe(60);
    expect(content[3]).toMatchObject({
      name: "Cart 03",
      last_location: { location: "Main · Ground", floor_id: site.floorId },
      location_updated: at(-3),
      linked_trackers: [{ id: assets[3]!.trackerId, mac: assets[3]!.mac }],
    });
    expect(counter.count()).toBeLessThan(20);
  });

  test("a page of assets is sorted by when they were last seen, with those never seen at the end either way", async () => {
    const cart = (nth: number): string => `Cart ${String(nth).padStart(2, "0")}`;
    expect(await names("sort_fields=location_updated&sort_order=desc&limit=3")).toEqual([cart(0), cart(1), cart(2)]);
    expect(await names("sort_fields=location_updated&sort_order=asc&limit=3")).toEqual([cart(49), cart(48), cart(47)]);
    for (const order of ["asc", "desc"])
      expect(new Set(await names(`sort_fields=location_updated&sort_order=${order}&limit=10&page=6`))).toEqual(
        new Set(Array.from({ length: 10 }, (_, nth) => cart(50 + nth))),
      );
  });

  test("a page of assets past the end is empty but still has the total", async () => {
    const { content, metadata } = await search("limit=25&page=9");
    expect([content, metadata["total_count"], metadata["max_page"]]).toEqual([[], 60, 3]);
  });

  test("a page of assets is searched by each field, ignoring case and accents, without wildcards", async () => {
    const [first, second] = [assets[7]!, assets[8]!];
    await pulse.db
      .updateTable("assets")
      .set({ name: "Brücke 100%_", external_id: "EXT-7", description: "Stands by the élevator" })
      .where("id", "=", first.id)
      .execute();
    await pulse.db.updateTable("trackers").set({ name: "Tåg Nine" }).where("id", "=", second.trackerId).execute();
    for (const keyword of ["brucke", "BRÜCKE", "100%_", "ext-7", "ELEVATOR"])
      expect(await names(`search_keyword=${encodeURIComponent(keyword)}`)).toEqual(["Brücke 100%_"]);
    // A scanner reads a MAC without its colons.
    for (const keyword of ["tag nine", second.mac.toLowerCase().slice(3), second.mac.replaceAll(":", "")])
      expect(await names(`search_keyword=${encodeURIComponent(keyword)}`)).toEqual(["Cart 08"]);
    expect(await names("search_keyword=brucke&search_fields=description,tracker_name,external_id")).toEqual([]);
    expect(await names("search_keyword=cart_08&search_fields=name")).toEqual([]);
    await pulse.db.updateTable("assets").set({ name: "Cart 07" }).where("id", "=", first.id).execute();
  });

  test("a page of assets shows an asset at its last place after its tracker moved to another asset", async () => {
    const [before, after] = [assets[20]!, assets[21]!];
    await pulse.db
      .updateTable("links")
      .set({ unlinked_at: new Date(), unlinked_by: "test" })
      .where("tracker_id", "=", before.trackerId)
      .execute();
    await pulse.db
      .updateTable("latest_positions")
      .set({ asset_id: after.id })
      .where("tracker_id", "=", before.trackerId)
      .execute();
    const { content } = await search("search_keyword=Cart 20");
    expect(content).toMatchObject([{ location_updated: at(-20), last_location: { location: "Main · Ground" } }]);
    expect((await call(pulse, "GET", `assets/${before.id}`, { token })).content).toMatchObject({
      location_updated: at(-20),
    });
  });
});

describe("the place of an asset at a past moment", () => {
  test("an asset's past place is where a tracker still was, even if another's stay is newer but over", async () => {
    const asset = assets[55]!;
    const second = assets[56]!.trackerId;
    await pulse.db
      .insertInto("links")
      .values({
        id: asset.guid,
        asset_id: asset.id,
        tracker_id: second,
        linked_at: new Date(at(-5)),
        linked_by: "test",
        unlinked_at: new Date(at(500)),
      })
      .execute();
    await pulse.db
      .insertInto("positions")
      .values([row(asset, 0, 240, { accuracy: 2 }), row(asset, 60, 61, { accuracy: 7, tracker: second })])
      .execute();
    const live = await call(pulse, "GET", `assets/live?site_id=${site.id}&at=${at(120)}`, { token });
    expect(live.content.find((each) => each["guid"] === asset.guid)).toMatchObject({
      accuracy: 2,
      last_updated: at(120),
    });
  });
});

describe("histories", () => {
  test("the histories of many assets take few statements, and come in the requested order", async () => {
    const asked = assets.slice(0, 30).toReversed();
    const path = `assets/history?site_id=${site.id}&start_time_utc=${at(-100)}&end_time_utc=${at(0)}&asset_ids=`;
    counter.reset();
    const { content } = await call(pulse, "GET", path + asked.map(({ id }) => id).join(","), { token });
    expect(content.map((each) => each["asset_id"])).toEqual(asked.map(({ id }) => id));
    expect(content[0]).toMatchObject({
      positions: [{ timestamp: at(-29), location: "Main · Ground" }],
    });
    // It used to be five for each; background work also sends some.
    expect(counter.statements()).toBeLessThan(30);
  });

  test("the histories as a file contain every row once and in order, however many batches they are read in", async () => {
    const asset = assets[59]!;
    const rows = 4_500;
    await sql`insert into positions
      select ${asset.trackerId}::uuid, ts, ts, ${asset.id}::uuid, ${site.id}::uuid, ${site.floorId}::uuid, 51.9, 4.4, 1.2, 2, 4,
        'TRILATERATED', true, ${gateways[0]}::uuid, 1, true
      from generate_series(${at(0)}::timestamptz, ${at(0)}::timestamptz + ${rows - 1} * interval '1 second', '1 second') as ts`.execute(
      pulse.db,
    );
    await pulse.db
      .insertInto("positions")
      .values(row(asset, -10, 1))
      .execute();
    const span = `start_time_utc=${at(0)}&end_time_utc=${at(24 * 60)}`;
    counter.reset();
    const { text } = await call(pulse, "GET", `assets/${asset.id}/history?${span}&return_file=true`, { token });
    const times = text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => Date.parse(line.split(",")[0]!));
    expect(times).toHaveLength(rows + 1);
    expect(times[0]).toBe(Date.parse(at(-10)));
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    // Each row once, and few others.
    expect(counter.count()).toBeLessThan(rows + 100);
  });
});

test("the live fields of some assets of a site are read without the others", async () => {
  const [first, second] = [assets[3]!, assets[58]!];
  const path = `assets/live?site_id=${site.id}&asset_ids=`;
  const read = async (ids: string) => call(pulse, "GET", path + ids, { token });
  const { content } = await read([second.id, first.id].join(","));
  expect(content).toMatchObject([
    { asset_id: first.id, signal_strength: -60, accuracy: 2, last_updated: at(-3) },
    { asset_id: second.id, signal_strength: null, last_updated: null },
  ]);
  expect((await read(site.id)).content).toEqual([]);
  expect(await read("FL-001")).toMatchObject({ status: 400, content: { details: [{ path: "asset_ids[0]" }] } });
});
