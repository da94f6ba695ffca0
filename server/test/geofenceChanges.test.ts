import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, aSite, type TestAsset, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse, { name: "Hof Süd" }));
});
afterAll(() => pulse.stop());

const name = (): string => `Fence ${++serial}`;
const circle = (fields: object = {}) => ({ name: name(), type: "circle", lat: 51.9, lon: 4.4, radius: 5, ...fields });
const corners = [
  [51.9, 4.4],
  [51.9, 4.401],
  [51.901, 4.401],
  [51.901, 4.4],
];
const polygon = (fields: object = {}) => ({ name: name(), type: "polygon", vertices: corners, ...fields });
const make = (body: object, { at = site }: { at?: TestSite } = {}): Promise<Answer> =>
  call(pulse, "POST", `geofences?site_id=${at.id}`, { token, body });
const change = (id: unknown, body: object): Promise<Answer> =>
  call(pulse, "PUT", `geofences/${String(id)}?site_id=${site.id}&customer_id=${customer.id}`, { token, body });
const read = async (id: unknown) => (await call(pulse, "GET", `geofences/${String(id)}`, { token })).content;
const codeOf = ({ status, content }: Answer) => [status, content["code"]];
const enter = (geofenceId: unknown, assetId: string, at: Date) =>
  pulse.db
    .insertInto("geofence_stays")
    .values({
      id: uuidv7(),
      geofence_id: String(geofenceId),
      asset_id: assetId,
      site_id: site.id,
      enter_at: at,
      decided_at: at,
    })
    .execute();

describe("a change", () => {
  test("a change of a geofence keeps what it omits, and an answer can be sent back unchanged", async () => {
    const { content } = await make(
      polygon({ geofence_exit_timeout: 7, floor_ids: [site.floorId], sensitivity: "low", hidden_on_map: true }),
    );
    const { content: renamed } = await change(content["id"], { name: name() });
    expect(renamed).toMatchObject({ vertices: corners, geofence_exit_timeout: 7, hidden_on_map: true });
    expect(renamed["name"]).not.toBe(content["name"]);
    expect((await read(content["id"]))["name"]).toBe(renamed["name"]);
    const { status, content: back } = await change(content["id"], renamed);
    expect(status).toBe(200);
    const lasting = ({ version: _version, updated_at: _at, ...rest }: Record<string, unknown>) => rest;
    expect(lasting(back)).toEqual(lasting(renamed));
    expect((await change(content["id"], { geofence_exit_timeout: null, floor_ids: [] })).content).toMatchObject({
      geofence_exit_timeout: null,
      floor_ids: [],
    });
  });

  test("a change of a geofence's vertices alone takes effect although the old shape is sent along", async () => {
    const { content } = await make(polygon());
    const moved = corners.map(([lat, lon]) => [lat! + 1, lon]);
    expect((await change(content["id"], Object.assign(content, { vertices: moved }))).content["vertices"]).toEqual(
      moved,
    );
  });

  test("a change of a geofence turns a polygon into a circle around its middle, and a circle into a polygon", async () => {
    const { content } = await make(polygon());
    const { lat, lon } = content;
    const round = await change(content["id"], { type: "circle", radius: 4 });
    expect(round.content).toMatchObject({ type: "circle", lat, lon, radius: 4, shape: null, vertices: [] });
    expect(codeOf(await change(content["id"], { type: "polygon" }))).toEqual([400, "shape_required"]);
    expect((await change(content["id"], { type: "polygon", vertices: corners })).content).toMatchObject({
      type: "polygon",
      radius: null,
      vertices: corners,
    });
  });

  test("a change of a geofence from an old version is refused with what differs", async () => {
    const { content } = await make(circle());
    await change(content["id"], { radius: 9 });
    const late = await change(content["id"], { version: content["version"], radius: 7 });
    expect(codeOf(late)).toEqual([409, "conflict"]);
    expect(late.content["details"]).toMatchObject([{ path: "radius", code: "changed", theirs: 9, yours: 7 }]);
  });

  test("a change of a geofence that leaves only one elevation bound is refused", async () => {
    const { content } = await make(circle({ elevation_lower_bound: 0, elevation_upper_bound: 4 }));
    expect(codeOf(await change(content["id"], { elevation_lower_bound: null }))).toEqual([
      400,
      "elevation_bound_missing",
    ]);
    expect((await change(content["id"], { elevation_upper_bound: 9 })).content["elevation_upper_bound"]).toBe(9);
  });

  test("a change of a geofence is recorded by field in the audit log, and as an event", async () => {
    const { content } = await make(circle());
    await change(content["id"], { radius: 9 });
    await call(pulse, "DELETE", `geofences/${String(content["id"])}`, { token });
    await pulse.settled();
    const id = String(content["id"]);
    const entries = await pulse.db
      .selectFrom("audit_entries")
      .selectAll()
      .where("entity_id", "=", id)
      .orderBy("id")
      .execute();
    expect(entries.map(({ action, entity_kind }) => [entity_kind, action])).toEqual([
      ["geofence", "create"],
      ["geofence", "update"],
      ["geofence", "delete"],
    ]);
    expect(entries[1]!.changes).toEqual([{ field: "radius", before: 5, after: 9 }]);
    const events = await pulse.db.selectFrom("events").selectAll().where("entity_id", "=", id).orderBy("seq").execute();
    expect(events.map(({ kind, operation, entity_name }) => [kind, operation, entity_name])).toEqual(
      ["created", "updated", "deleted"].map((operation) => ["geofence", operation, content["name"]]),
    );
  });
});

describe("the list", () => {
  let place: TestSite;
  const ids: unknown[] = [];
  beforeAll(async () => {
    place = await aSite(pulse, customer);
    for (const body of [
      circle({ name: "Áb gate", radius: 9, floor_ids: [place.floorId] }),
      circle({ name: "ac dock", radius: 3, geofence_exit_timeout: 5 }),
      polygon({ name: "ab_100" }),
    ])
      ids.push((await make(body, { at: place })).content["id"]);
  });
  const ask = async (route: string, query: string) =>
    call(pulse, "GET", `geofences${route}?site_id=${place.id}${query}`, { token });
  const names = ({ content }: Answer) => content.map((row) => row["name"]);

  test("the list of geofences shows those of one site, newest first, and a search returns a page of them", async () => {
    expect(names(await ask("", ""))).toEqual(["ab_100", "ac dock", "Áb gate"]);
    const page = await ask("/search", "&limit=2&page=2");
    expect(names(page)).toEqual(["Áb gate"]);
    expect(page.metadata).toEqual({ total_count: 3, current_page: 2, max_page: 2, limit: 2 });
  });

  test.each([
    ["&search_keyword=AB", ["ab_100", "Áb gate"]],
    ["&search_keyword=_", ["ab_100"]],
    ["&search_keyword=poly&search_fields=type", ["ab_100"]],
    ["&search_keyword=poly&search_fields=name", []],
    ["&type=circle", ["ac dock", "Áb gate"]],
    ["&sort_fields=radius&sort_order=asc", ["ac dock", "Áb gate", "ab_100"]],
    ["&sort_fields=geofence_exit_timeout&sort_order=desc", ["ac dock", "ab_100", "Áb gate"]],
    ["&sort_fields=num_assets_inside,name&sort_order=desc,asc", ["ab_100", "ac dock", "Áb gate"]],
  ])("the list of geofences with %s shows %j", async (query, expected) => {
    const found = names(await ask("/search", query));
    if (query.includes("sort")) expect(found).toEqual(expected);
    else expect(new Set(found)).toEqual(new Set<unknown>(expected));
  });

  test("the list of geofences by floor shows those of the floor and those of all floors", async () => {
    expect(names(await ask("", `&floor_id=${place.floorId}`))).toHaveLength(3);
    expect(names(await ask("", `&floor_id=${uuidv7()}`))).toEqual(["ab_100", "ac dock"]);
  });

  test("the list of geofences refuses an unknown column and a limit out of range", async () => {
    expect(codeOf(await ask("/search", "&sort_fields=shape"))).toEqual([400, "invalid_parameter"]);
    expect(codeOf(await ask("/search", "&limit=201"))).toEqual([400, "out_of_range"]);
  });

  test("the list of geofences comes as CSV with the polygon as GeoJSON and times in the zone", async () => {
    const file = await ask("/download", "&timezone=Europe/Berlin&sort_fields=name&sort_order=asc");
    expect(file.headers.get("content-disposition")).toMatch(/filename="geofences_[A-Za-z0-9-]+_\d{8}_\d{8}\.csv"/);
    const lines = file.text.trim().split("\r\n");
    expect(lines[0]).toBe(
      "id,name,type,lat,lon,radius,floors,elevation_lower_bound,elevation_upper_bound,geofence_exit_timeout,sensitivity,hidden_on_map,restricted,room_id,num_assets_inside,created_at,updated_at,shape",
    );
    expect(lines).toHaveLength(4);
    expect(file.text).toContain(`"{""type"":""Polygon"",`);
    expect(file.text).toMatch(/\+0[12]:00/);
    expect(codeOf(await ask("/download", "&convert_to_timezone=Nowhere"))).toEqual([400, "invalid_parameter"]);
  });

  test("the list of geofences shows at most a hundred assets inside, the detail all, and neither archived ones", async () => {
    const nowMs = Date.now();
    const assets: TestAsset[] = [];
    while (assets.length < 102) assets.push(await anAsset(pulse, customer, place));
    for (const [nth, { id }] of assets.entries()) await enter(ids[1], id, new Date(nowMs + nth));
    await pulse.db.updateTable("assets").set({ archived: true }).where("id", "=", assets[0]!.id).execute();
    const { content } = await ask("/search", "&sort_fields=num_assets_inside");
    const newest = assets.at(-1)!;
    expect(content[0]).toMatchObject({ id: ids[1], num_assets_inside: 101 });
    const listed = content[0]!["assets_inside"] as object[];
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({
      id: newest.id,
      guid: newest.guid,
      enter_time: new Date(nowMs + 101).toISOString(),
    });
    expect((await read(ids[1]))["assets_inside"]).toHaveLength(101);
  });
});

test("deleting a geofence ends the stays in it", async () => {
  const { content } = await make(circle());
  const asset = await anAsset(pulse, customer, site);
  await enter(content["id"], asset.id, new Date(Date.now() - 60_000));
  expect((await read(content["id"]))["num_assets_inside"]).toBe(1);
  const gone = await call(pulse, "DELETE", `geofences/${String(content["id"])}`, { token });
  expect([gone.status, gone.content]).toEqual([200, { id: content["id"] }]);
  expect((await call(pulse, "GET", `geofences/${String(content["id"])}`, { token })).status).toBe(404);
  const [stay] = await pulse.db.selectFrom("geofence_stays").selectAll().where("asset_id", "=", asset.id).execute();
  expect(stay).toMatchObject({ exit_reason: null });
  expect(stay!.exit_at).not.toBeNull();
});

test("a floor that a geofence is bound to cannot be removed from its site", async () => {
  const place = await aSite(pulse, customer);
  const { content } = await make(circle({ floor_ids: [place.floorId] }), { at: place });
  const answer = await call(pulse, "PUT", `sites/${place.id}`, { token, body: { buildings: [] } });
  expect(codeOf(answer)).toEqual([409, "in_use"]);
  expect(answer.content["details"]).toMatchObject([{ items: [{ id: content["id"], name: content["name"] }] }]);
  const whole = await call(pulse, "DELETE", `sites/${place.id}`, { token });
  expect(whole.content["details"]).toEqual([{ path: "geofences", code: "in_use", message: "1 geofence" }]);
  expect((await call(pulse, "DELETE", `sites/${place.id}?cascade=true`, { token })).status).toBe(200);
});
