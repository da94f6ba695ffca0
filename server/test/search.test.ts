import { localFrame } from "@pulse/geo/localFrame";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTrigrams } from "../migrations/0007_search.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  aGeofence,
  anAsset,
  aSite,
  aToken,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { manyThings } from "./support/searchThings.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let theirs: NewCustomer;
let [harbour, depot, outside, foreign]: TestSite[] = [];
let gateway: TestGateway;
let token: string;
let superadmin: string;

beforeAll(async () => {
  pulse = await testPulse();
  [customer, theirs] = [await aCustomer(pulse, "Northwind"), await aCustomer(pulse, "Contoso Xenon")];
  harbour = await aSite(pulse, customer, { name: "Harbour Warehouse" });
  depot = await aSite(pulse, customer, { name: "Inland Depot" });
  outside = await aSite(pulse, customer, { name: "Secret Xenon Annex" });
  foreign = await aSite(pulse, theirs, { name: "Foreign Xenon Plant" });
  gateway = await aGateway(pulse, customer, harbour, { x: 1, y: 1 });
  await manyThings(pulse, customer, harbour, depot);
  for (const [owner, site] of [
    [customer, outside],
    [theirs, foreign],
  ] as const) {
    await anAsset(pulse, owner, site, { name: "Xenon projector" });
    await aGateway(pulse, owner, site, { x: 1, y: 1 });
  }
  token = await aToken(pulse, customer, "Administrator", { siteIds: [harbour.id, depot.id] });
  superadmin = await aToken(pulse, null, null);
});
afterAll(() => pulse.stop());

interface Hit {
  kind: string;
  id: string;
  name: string;
  detail: string;
  site_id: string | null;
  path: string;
  score: number;
}
async function search(q: string, more: Record<string, string> = {}, as = token): Promise<Hit[]> {
  const query = new URLSearchParams({ q, ...more }).toString();
  const answer = await call(pulse, "GET", `search?${query}`, { token: as });
  expect([q, answer.status]).toEqual([q, 200]);
  return answer.content as unknown as Hit[];
}
const names = async (q: string, more: Record<string, string> = {}, as = token): Promise<string[]> =>
  (await search(q, more, as)).map(({ name }) => name);

const misspelt: [typed: string, meant: string][] = [
  ["forklfit 217", "Forklift 217"],
  ["infuison pump 033", "Infusion pump 033"],
  ["defibrilator 12", "Defibrillator 012"],
  ["wheelchiar 144", "Wheelchair 144"],
  ["ventialtor 9", "Ventilator 009"],
  ["palet jack 88", "Pallet jack 088"],
  ["tolley blue 3", "Trolley blue 003"],
  ["ultrasuond", "Ultrasound scanner"],
  ["grosse kise", "Große Kiste"],
  ["betten-heber", "Bettenheber"],
  ["bettenhbeer", "Bettenheber"],
  ["generater", "Généràteur mobile"],
  ["sterilizor", "Sterilizer unit"],
  ["microscpe", "Microscope Zeiss"],
  ["fl217", "FL-0217"],
  ["harbuor", "Harbour Warehouse"],
  ["inlnad depot", "Inland Depot"],
  ["pump infusoin 077", "Infusion pump 077"],
  ["crat red", "Cart red"],
  ["oxigen", "Oxygen cylinder rack"],
];

/** Queries that were not understood, with what was found instead. */
async function misunderstood(): Promise<[typed: string, found: string[]][]> {
  const found: [string, string[]][] = [];
  for (const [typed, meant] of misspelt) {
    const firstThree = (await names(typed)).slice(0, 3);
    if (!firstThree.includes(meant)) found.push([typed, firstThree]);
  }
  return found;
}

describe("a mistyped query finds the right result among the first three", () => {
  test("a mistyped query finds the right result among the first three with trigram indexes", async () => {
    const { rows } = await sql`select 1 from pg_indexes where indexname = 'assets_trigrams'`.execute(pulse.db);
    expect(rows).toHaveLength(1);
    expect(await misunderstood()).toEqual([]);
  });

  test("a mistyped query finds the right result among the first three where trigram indexes are not allowed", async () => {
    await sql`drop extension pg_trgm cascade`.execute(pulse.db);
    try {
      expect(await misunderstood()).toEqual([]);
    } finally {
      await addTrigrams(pulse.db as unknown as Kysely<unknown>);
    }
  });
});

describe("every kind is found by its names and numbers, and links to its place in the app", () => {
  test("the search finds an asset by name, number and type, with its floor", async () => {
    const asset = await anAsset(pulse, customer, harbour!, { name: "Quince tug" });
    await pulse.db
      .updateTable("assets")
      .set({ external_id: "SAP-77001", type: "Tug" })
      .where("id", "=", asset.id)
      .execute();
    const [hit] = await search("quince");
    expect(hit).toMatchObject({
      kind: "asset",
      id: asset.id,
      detail: "Tug · Harbour Warehouse",
      site_id: harbour!.id,
      path: `/sites/${harbour!.id}/map?asset=${asset.guid}`,
    });
    expect(await names("sap-77001")).toEqual(["Quince tug"]);
    expect(await names("SAP77001")).toEqual(["Quince tug"]);
    expect((await search("QUINCE TUG"))[0]!.score).toBe(1);
    await pulse.db.updateTable("assets").set({ archived: true }).where("id", "=", asset.id).execute();
    expect(await names("quince", { kinds: "asset" })).toEqual([]);
  });

  test("the search finds a tracker by its MAC in any notation and its serial number, linking to its asset", async () => {
    const asset = await anAsset(pulse, customer, harbour!, { name: "Medlar" });
    await pulse.db.updateTable("trackers").set({ serial_no: "SN 9087" }).where("id", "=", asset.trackerId).execute();
    const bare = asset.mac.replaceAll(":", "");
    for (const typed of [asset.mac, bare, bare.toLowerCase(), asset.mac.replaceAll(":", "-"), bare.slice(4), "sn 9087"])
      expect([typed, (await search(typed))[0]]).toMatchObject([
        typed,
        {
          kind: "tracker",
          id: asset.trackerId,
          detail: `${asset.mac} · SN 9087 · Medlar · Harbour Warehouse`,
          path: `/sites/${harbour!.id}/map?asset=${asset.guid}`,
        },
      ]);
  });

  test("the search finds a geofence, with its site and floors, until it is deleted", async () => {
    const fence = await aGeofence(pulse, customer, harbour!, { name: "Kumquat dock" });
    await pulse.db
      .updateTable("geofences")
      .set({ floor_ids: sql`array[${harbour!.floorId}]::uuid[]` })
      .where("id", "=", fence.id)
      .execute();
    expect(await search("kumqaut")).toEqual([
      {
        kind: "geofence",
        id: fence.id,
        name: "Kumquat dock",
        detail: "Harbour Warehouse · Ground",
        site_id: harbour!.id,
        path: `/sites/${harbour!.id}/geofences/${fence.id}`,
        score: expect.any(Number) as number,
      },
    ]);
    expect(await names("kumquat", {}, await aToken(pulse, customer, "Operator"))).toEqual([]);
    await pulse.db.updateTable("geofences").set({ deleted_at: new Date() }).where("id", "=", fence.id).execute();
    expect(await names("kumquat")).toEqual([]);
  });

  test("the search finds a room by its name as long as it is drawn, and leads to it on the map", async () => {
    const draw = (drawn: readonly string[]) =>
      call(pulse, "PUT", `sites/${harbour!.id}/floors/${harbour!.floorId}/drawing`, {
        token,
        body: {
          rooms: drawn.map((name, nth) => ({
            name,
            area: [
              { x: nth * 10, y: 0 },
              { x: nth * 10 + 8, y: 0 },
              { x: nth * 10 + 8, y: -8 },
              { x: nth * 10, y: -8 },
            ].map(localFrame(harbour!.origin).toLatLon),
          })),
        },
      });
    const drawn = await draw(["Persimmon store", "Aisle 07"]);
    const [room] = drawn.content["rooms"] as { id: string }[];
    for (const typed of ["persimmon", "Persimon store"])
      expect((await search(typed))[0]).toMatchObject({
        kind: "room",
        id: room!.id,
        name: "Persimmon store",
        detail: "Harbour Warehouse · Ground",
        site_id: harbour!.id,
        path: `/sites/${harbour!.id}/map?floor=${harbour!.floorId}&room=${room!.id}`,
      });
    expect((await search("aisle7"))[0]?.name).toBe("Aisle 07");
    expect(await names("persimmon", {}, await aToken(pulse, customer, "Operator"))).toEqual(["Persimmon store"]);
    expect(await names("persimmon", {}, await aToken(pulse, theirs, "Administrator"))).toEqual([]);
    const elsewhere = await aToken(pulse, customer, "Administrator", { siteIds: [depot!.id] });
    expect(await names("persimmon", {}, elsewhere)).toEqual([]);
    await draw(["Aisle 07"]);
    expect(await names("persimmon")).toEqual([]);
  });

  test("the search finds a gateway, a site, a person and a customer", async () => {
    expect((await search(gateway.mac))[0]).toMatchObject({
      kind: "gateway",
      id: gateway.id,
      detail: `${gateway.mac} · Harbour Warehouse · Ground`,
      path: `/sites/${harbour!.id}/map?gateway=${gateway.guid}`,
    });
    expect((await search("harbour ware", { kinds: "site" }))[0]).toMatchObject({
      kind: "site",
      detail: "Northwind",
      path: `/sites/${harbour!.id}/map`,
    });
    const [person] = await search("test person");
    expect(person).toMatchObject({ kind: "user", name: "Test Person", site_id: null });
    expect(person!.path).toBe(`/access/users/${person!.id}`);
    expect((await search("northwind", {}, superadmin))[0]).toMatchObject({
      kind: "customer",
      id: customer.id,
      path: `/customers/${customer.id}`,
    });
  });
});

describe("the order of results", () => {
  test("search results begin with the exact name, then names that begin with it, and only then the rest", async () => {
    for (const name of ["Zebu", "Zebu 2", "Old Zebu", "Hazebur", "Zbeu thing"])
      await anAsset(pulse, customer, harbour!, { name });
    expect(await names("zebu", { kinds: "asset" })).toEqual(["Zebu", "Zebu 2", "Old Zebu", "Hazebur"]);
    expect(await names("zbeu", { kinds: "asset" })).toEqual(["Zbeu thing", "Zebu", "Zebu 2", "Old Zebu"]);
  });

  test("search results put the caller's site first among equals", async () => {
    for (const site of [harbour!, depot!]) await anAsset(pulse, customer, site, { name: "Gnu" });
    for (const { id } of [harbour!, depot!])
      expect((await search("gnu", { site_id: id }))[0]).toMatchObject({ name: "Gnu", site_id: id });
    expect(await search("forklift", { site_id: depot!.id, kinds: "asset" })).toMatchObject(
      Array.from({ length: 10 }, () => ({ site_id: depot!.id })),
    );
  });

  test("search results are cut at the requested limit", async () => {
    expect(await search("forklift")).toHaveLength(10);
    expect(await search("forklift", { limit: "50" })).toHaveLength(50);
    const tooMany = await call(pulse, "GET", "search?q=a&limit=51", { token });
    expect(tooMany.status).toBe(400);
  });
});

describe("the search shows only what its caller may read", () => {
  test("the search shows nothing of another customer, or of a site outside the group", async () => {
    expect(await search("xenon")).toEqual([]);
    expect(await search("xenno projector")).toEqual([]);
    expect((await names("xenon", {}, superadmin)).toSorted()).toEqual([
      "Contoso Xenon",
      "Foreign Xenon Plant",
      "Secret Xenon Annex",
      "Xenon projector",
      "Xenon projector",
    ]);
    for (const { id } of [outside!, foreign!])
      expect((await call(pulse, "GET", `search?q=a&site_id=${id}`, { token })).status).toBe(404);
  });

  test("the search shows no kind that the caller may not read", async () => {
    const viewer = await aToken(pulse, customer, "Viewer");
    expect(await search("test person", { kinds: "user" }, viewer)).toEqual([]);
    const operator = await aToken(pulse, customer, "Operator");
    expect(await search(gateway.mac, {}, operator)).toEqual([]);
    expect((await search("forklift", {}, operator)).length).toBe(10);
    expect((await search("northwind", {}, viewer)).map(({ kind }) => kind)).not.toContain("customer");
  });

  test("the search shows callers without a role only the sites they may enter", async () => {
    const nobody = await aToken(pulse, customer, null, { siteIds: [] });
    expect(await search("harbour", {}, nobody)).toEqual([]);
    expect(await search("forklift", {}, nobody)).toEqual([]);
  });
});

test("punctuation, quotes, emoji and long texts are plain text in a search", async () => {
  await pulse.db
    .updateTable("assets")
    .set({ external_id: "50%_of\\it 📦" })
    .where("name", "=", "Bettenheber")
    .execute();
  for (const typed of ["50%", "50%_of\\", "📦", "%_of"]) expect(await names(typed)).toEqual(["Bettenheber"]);
  for (const typed of ["%", "_", "%%%", "____", "'; drop table assets; --", '"quoted"', "\\", "{}[]()|", "\u{1F9A7}"])
    expect([typed, (await search(typed, { kinds: "gateway" })).length]).toEqual([typed, 0]);
  expect(await search("x".repeat(200))).toEqual([]);
  expect(await search("forklift ".repeat(22))).toHaveLength(10);
  expect(await search("   ")).toEqual([]);
  expect((await call(pulse, "GET", `search?q=${"x".repeat(201)}`, { token })).status).toBe(400);
  expect((await call(pulse, "GET", "search?q=a&kinds=nothing", { token })).status).toBe(400);
  expect(await search("forklift", { kinds: "page,geofence" })).toEqual([]);
});
