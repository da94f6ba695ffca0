import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

const { here, send } = siteWithAdmin();
let serial = 0;

const create = (body: object, where = here.site): Promise<Answer> => send("POST", `trackers?site_id=${where.id}`, body);
const aMac = (): string => `AC:23:3F:00:00:${(++serial).toString(16).toUpperCase().padStart(2, "0")}`;
const aTracker = (more: object = {}) => {
  const mac = aMac();
  return { name: `Beacon ${serial}`, type: "KKM", mac, ...more };
};

describe("a tracker", () => {
  test("a tracker is made with its own credentials, whose password is shown once", async () => {
    const body = aTracker({ serial_no: "SN/12-Ä" });
    const made = await create(body);
    expect(made.status).toBe(201);
    expect(made.content).toMatchObject({
      ...body,
      site_id: here.site.id,
      version: 1,
      archived: false,
      linked_asset: null,
      last_location: null,
      battery_level: null,
      signal_strength: null,
      last_heard_at: null,
      capabilities: { ring: true, device_config: true },
      sections: [],
    });
    const { mqtt_password: password, ...kept } = made.content as Record<string, unknown>;
    expect(String(password).length).toBeGreaterThan(20);
    const read = await send("GET", `trackers/${String(kept["id"])}`);
    expect(read.content).toEqual(kept);
    expect((await send("PUT", `trackers/${String(kept["id"])}`, made.content)).status).toBe(200);
  });

  test.each([
    ["ac233f1a2b01"],
    ["AC233F1A2B02"],
    ["ac:23:3f:1a:2b:03"],
    ["AC-23-3F-1A-2B-04"],
    ["ac23.3f1a.2b05"],
    ["  AC:23:3F:1A:2B:06 "],
  ])("a tracker accepts the MAC %j", async (mac) => {
    const made = await create(aTracker({ mac }));
    expect(made.content["mac"]).toBe(`AC:23:3F:1A:2B:0${mac.trim().at(-1)!}`);
  });

  test.each([
    [""],
    ["AC:23:3F:1A:2B"],
    ["AC:23:3F:1A:2B:07:08"],
    ["AC:23:3F:1A:2B:0G"],
    ["AC:23-3F:1A-2B:07"],
    ["AC:23:3F:1A:2B07"],
    ["AC 23 3F 1A 2B 07"],
    ["AC23.3F1A:2B07"],
    ["0xAC233F1A2B07"],
    ["AC233F1A2B0"],
    [112233445566],
    [null],
  ])("a tracker refuses %j as a MAC", async (mac) => {
    const answer = await create(aTracker({ mac }));
    expect([answer.status, answer.content["details"]]).toMatchObject([400, [{ path: "mac" }]]);
  });

  test("a tracker must have a known type", async () => {
    const answer = await create(aTracker({ type: "TOASTER" }));
    expect([answer.status, answer.content["details"]]).toMatchObject([400, [{ path: "type" }]]);
  });

  test("a tracker has a unique name, MAC and serial number within the customer", async () => {
    const first = aTracker({ serial_no: `Serial ${serial}` });
    await create(first);
    const elsewhere = await aSite(here.pulse, here.customer);
    for (const [path, same] of [
      ["name", { name: first.name.toUpperCase() }],
      ["mac", { mac: first.mac.toLowerCase().replaceAll(":", "") }],
      ["serial_no", { serial_no: String((first as { serial_no?: string }).serial_no).toLowerCase() }],
    ] as const) {
      const answer = await create(aTracker(same), elsewhere);
      expect([answer.status, answer.content["code"]]).toEqual([409, "already_exists"]);
      expect(answer.content["details"]).toMatchObject([{ path, code: "must_be_unique" }]);
    }
    const stranger = await aCustomer(here.pulse);
    const theirs = await aToken(here.pulse, stranger, "Administrator");
    const there = await aSite(here.pulse, stranger);
    expect((await send("POST", `trackers?site_id=${there.id}`, first, theirs)).status).toBe(201);
    const nameless = [await create(aTracker()), await create(aTracker({ serial_no: "" }))];
    expect(nameless.map(({ status }) => status)).toEqual([201, 201]);
  });

  test("a tracker is made exactly once if several with one MAC are sent at once", async () => {
    const mac = aMac();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(aTracker({ mac }))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  test("a tracker loses its link when archived, keeps its history when deleted, and frees its MAC", async () => {
    const asset = await anAsset(here.pulse, here.customer, here.site);
    const archived = await send("PUT", `trackers/${asset.trackerId}/archive`);
    expect(archived.content).toMatchObject({ archived: true, linked_asset: null });
    expect((await send("GET", `assets/${asset.id}`)).content["linked_trackers"]).toEqual([]);
    expect((await create(aTracker({ mac: asset.mac }))).status).toBe(409);
    expect((await send("PUT", `trackers/${asset.trackerId}/unarchive`)).content["archived"]).toBe(false);
    await send("DELETE", `trackers/${asset.trackerId}`);
    expect((await send("GET", `trackers/${asset.trackerId}`)).status).toBe(404);
    expect((await create(aTracker({ mac: asset.mac }))).status).toBe(201);
    // The asset's past still names it.
    expect((await send("GET", `assets/${asset.id}/links`)).content).toMatchObject([
      { tracker: { id: asset.trackerId } },
    ]);
  });
});

describe("data about trackers", () => {
  let where: TestSite;
  let heard: Awaited<ReturnType<typeof anAsset>>;
  let gateway: Awaited<ReturnType<typeof aGateway>>;
  const noon = Date.parse("2026-03-01T12:00:00.000Z");
  const at = (second: number): Date => new Date(noon + second * 1000);
  const row = (second: number) => ({
    tracker_id: heard.trackerId,
    asset_id: heard.id,
    site_id: where.id,
    floor_id: where.floorId,
    ts: at(second),
    end_ts: at(second + 5),
    lat: 51.9,
    lon: 4.4,
    elevation: 1.2,
    accuracy: 2,
    accuracy_outer: 4,
    mechanism: "TRILATERATED" as const,
    moving: false,
    nearest_hardware_id: gateway.id,
    nearest_dis: 3,
    shown: true,
  });
  beforeAll(async () => {
    where = await aSite(here.pulse, here.customer);
    gateway = await aGateway(here.pulse, here.customer, where, { x: 1, y: 1 });
    heard = await anAsset(here.pulse, here.customer, where, { name: "Heard" });
    await anAsset(here.pulse, here.customer, where, { name: "Quiet", linked: false });
    const { trackerId: tracker_id } = heard;
    await here.pulse.db
      .insertInto("tracker_status")
      .values({ tracker_id, last_heard_at: at(20), battery_level: 15, signal_strength: -70 })
      .execute();
    await here.pulse.db
      .insertInto("positions")
      .values([row(0), row(10)])
      .execute();
    await here.pulse.db
      .insertInto("latest_positions")
      .values({ ...row(10), building_id: null, signal_strength: -60 })
      .execute();
    const sighting = { tracker_id, hardware_id: gateway.id, asset_id: heard.id };
    await here.pulse.db
      .insertInto("sightings")
      .values([
        { ...sighting, ts: at(0), rssi: -60, rssi_min: -65, rssi_max: -55, count: 3 },
        { ...sighting, ts: at(10), rssi: -70, rssi_min: -72, rssi_max: -68, count: 1 },
      ])
      .execute();
    await here.pulse.db
      .insertInto("telemetry")
      .values({ tracker_id, ts: at(0), battery_level: 15, battery_mv: 2600 })
      .execute();
  });
  const span = `start_time_utc=${at(0).toISOString()}&end_time_utc=${at(60).toISOString()}`;

  test("the trackers of a site are listed, sorted and filtered", async () => {
    const list = (query: string) => send("GET", `trackers/search?site_id=${where.id}&${query}`);
    const all = await list("sort_fields=battery_level&sort_order=asc");
    expect(all.metadata["total_count"]).toBe(2);
    expect(all.content[0]).toMatchObject({
      id: heard.trackerId,
      battery_level: 15,
      signal_strength: -60,
      location: "Main · Ground",
      last_location: { location: "Main · Ground", floor_id: where.floorId },
      last_elevation: 1.2,
      accuracy: 2,
      nearest_hardware_dis: 3,
      nearest_hardware_guid: gateway.guid,
      linked_asset: { id: heard.id, guid: heard.guid, name: "Heard" },
      sections: [{ kind: "building" }, { kind: "floor", id: where.floorId }],
      last_updated: at(15).toISOString(),
    });
    for (const field of ["location_updated", "signal_strength", "serial_no", "mac", "name", "type", "created_at"])
      expect((await list(`sort_fields=${field}&sort_order=desc`)).content).toHaveLength(2);
    const first = async (query: string) => (await list(query)).content.map((each) => each["id"]);
    for (const query of [
      "health=low_battery",
      "health=silent",
      "linked=true",
      `floor_id=${where.floorId}`,
      "search_keyword=heard",
      `search_keyword=${heard.mac.toLowerCase()}`,
      // As scanners read it, and as other tools write it.
      `search_keyword=${heard.mac.replaceAll(":", "")}`,
      `search_keyword=${heard.mac.replaceAll(":", "-")}`,
      "search_keyword=heard&search_fields=asset_name",
    ])
      expect([query, await first(query)]).toEqual([query, [heard.trackerId]]);
    expect(await first("health=never_heard")).toHaveLength(1);
    expect(await first("health=unlinked&type=kkm")).toHaveLength(1);
    expect(await first("search_keyword=heard&search_fields=name")).toEqual([]);
    expect((await list("page=9")).metadata["total_count"]).toBe(2);
  });

  test("a tracker's position is shown live, and as of a past moment", async () => {
    const live = await send("GET", `trackers/live?site_id=${where.id}`);
    expect(live.content).toHaveLength(2);
    const of = (answer: Answer) => answer.content.find((each) => each["id"] === heard.trackerId);
    expect(of(live)).toMatchObject({ last_updated: at(15).toISOString() });
    const past = await send("GET", `trackers/live?site_id=${where.id}&at=${at(3).toISOString()}`);
    expect(of(past)).toMatchObject({ lat: 51.9, last_updated: at(3).toISOString() });
    const before = await send("GET", `trackers/live?site_id=${where.id}&at=${at(-3).toISOString()}`);
    expect(of(before)).toMatchObject({ lat: null, last_updated: null });
  });

  test("a tracker's history is available, and as a file with the asset of the time", async () => {
    const history = await send("GET", `trackers/${heard.trackerId}/history?${span}`);
    expect(history.content).toMatchObject([{ timestamp: at(0).toISOString() }, { timestamp: at(10).toISOString() }]);
    expect(history.metadata["total_count"]).toBe(2);
    const thin = await send("GET", `trackers/${heard.trackerId}/history?${span}&max_points=2&order=desc`);
    expect(thin.content.map((each) => each["timestamp"])).toEqual([at(10).toISOString(), at(0).toISOString()]);
    const file = await send("GET", `trackers/${heard.trackerId}/history?${span}&return_file=true`);
    expect(file.text.split("\r\n")[1]).toContain(",Heard,Tag ");
    const reader = await tokenWith(here.pulse, here.customer, ["identifier_management.r"]);
    const path = `trackers/${heard.trackerId}/history?${span}&return_file=true`;
    expect((await send("GET", path, undefined, reader)).status).toBe(403);
  });

  test("a tracker's data is available by gateway and over time", async () => {
    const sightings = await send("GET", `trackers/${heard.trackerId}/sightings?${span}`);
    expect(sightings.content).toMatchObject([
      { timestamp: at(0).toISOString(), hardware_id: gateway.id, rssi: -60, rssi_min: -65, rssi_max: -55, count: 3 },
      { timestamp: at(10).toISOString(), rssi: -70, count: 1 },
    ]);
    const day = `start_time_utc=${at(-40_000).toISOString()}&end_time_utc=${at(40_000).toISOString()}`;
    const thinned = await send("GET", `trackers/${heard.trackerId}/sightings?${day}`);
    expect(thinned.content).toMatchObject([{ rssi: -62.5, rssi_min: -72, rssi_max: -55, count: 4 }]);
    const telemetry = await send("GET", `trackers/${heard.trackerId}/telemetry?${span}`);
    expect(telemetry.content).toMatchObject([{ timestamp: at(0).toISOString(), battery_level: 15, battery_mv: 2600 }]);
  });

  test("the list of trackers is downloaded as CSV", async () => {
    const { text } = await send("GET", `trackers/download?site_id=${where.id}&linked=true`);
    const [header, row1] = text.split("\r\n");
    expect(header).toMatch(/^id,name,type,mac,serial_no,asset_name,archived,/);
    expect(row1).toContain(`,KKM,${heard.mac},,Heard,false,15,-60,`);
  });

  test("the list of unregistered trackers omits onboarded ones, archived or not", async () => {
    const beacon = (mac: string, second: number) => ({
      id: crypto.randomUUID(),
      customer_id: here.customer.id,
      site_id: where.id,
      thing: "beacon" as const,
      kind: "ibeacon",
      mac,
      rssi: -66,
      hardware_id: gateway.id,
      first_heard_at: at(0),
      last_heard_at: at(second),
      count: 7,
    });
    const archived = await anAsset(here.pulse, here.customer, where);
    await send("PUT", `trackers/${archived.trackerId}/archive`);
    const [older, newer] = [aMac(), aMac()];
    await here.pulse.db
      .insertInto("heard")
      .values([beacon(older, 1), beacon(newer, 2), beacon(heard.mac, 3), beacon(archived.mac, 4)])
      .execute();
    const answer = await send("GET", `trackers/heard?site_id=${where.id}`);
    expect(answer.content).toMatchObject([
      { mac: newer, kind: "ibeacon", rssi: -66, hardware_id: gateway.id, last_heard_at: at(2).toISOString(), count: 7 },
      { mac: older },
    ]);
    await create({ name: "Now ours", type: "GENERIC", mac: newer }, where);
    expect((await send("GET", `trackers/heard?site_id=${where.id}`)).content).toMatchObject([{ mac: older }]);
  });
});
