import { beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "./support/api.ts";
import { anAsset, aSite, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

const { here, send } = siteWithAdmin();
let serial = 0;

const create = (body: object, where = here.site): Promise<Answer> => send("POST", `assets?site_id=${where.id}`, body);
const aName = (): string => `Trolley ${++serial}`;

describe("an asset", () => {
  test("an asset is made with all its fields, and can be sent back as it was read", async () => {
    const body = { name: aName(), type: "Cart", external_id: "ERP/77 #1", description: "Blue\nwith a bell" };
    const made = await create(body);
    expect(made.status).toBe(201);
    expect(made.content).toMatchObject({
      ...body,
      site_id: here.site.id,
      version: 1,
      archived: false,
      image_url: null,
      last_location: null,
      location_updated: null,
      linked_trackers: [],
    });
    const id = String(made.content["id"]);
    expect((await send("GET", `assets/${id}`)).content).toEqual(made.content);
    expect((await send("GET", `assets?site_id=${here.site.id}`)).content.map((each) => each["id"])).toContain(id);
    // An answer can be sent back as it came.
    const same = await send("PUT", `assets/${id}`, made.content);
    expect([same.status, same.content["description"]]).toEqual([200, body.description]);
  });

  test("an asset keeps what a change leaves out, and clears what is null or empty", async () => {
    const { content } = await create({ name: aName(), type: "Cart", external_id: "A1", description: "One" });
    const id = String(content["id"]);
    const renamed = await send("PUT", `assets/${id}`, { type: "Bed" });
    expect(renamed.content).toMatchObject({ type: "Bed", external_id: "A1", description: "One", version: 2 });
    const cleared = await send("PUT", `assets/${id}`, { external_id: null, description: "" });
    expect(cleared.content).toMatchObject({ external_id: null, description: null });
  });

  test("an asset refuses a change from an older version, and says what differs", async () => {
    const { content } = await create({ name: aName(), type: "Cart" });
    const id = String(content["id"]);
    await send("PUT", `assets/${id}`, { type: "Bed" });
    const stale = await send("PUT", `assets/${id}`, { type: "Chair", version: 1 });
    expect([stale.status, stale.content["code"]]).toEqual([409, "conflict"]);
    expect(stale.content["details"]).toMatchObject([{ path: "type", code: "changed", theirs: "Bed", yours: "Chair" }]);
  });

  test.each([
    [{ type: "Cart" }, "name", "field_required"],
    [{ name: "", type: "Cart" }, "name", "field_required"],
    [{ name: " Cart", type: "Cart" }, "name", "space_not_allowed"],
    [{ name: "Cart <1>", type: "Cart" }, "name", "char_not_allowed"],
    [{ name: "x".repeat(101), type: "Cart" }, "name", "out_of_range"],
    [{ name: "Cart", type: "" }, "type", "field_required"],
    [{ name: "Cart", type: "Cart", description: "x".repeat(2001) }, "description", "out_of_range"],
    [{ name: "Cart", type: "Cart", description: "\u0000" }, "description", "char_not_allowed"],
  ])("an asset cannot be made from %j", async (body, path, code) => {
    const answer = await create(body);
    expect([answer.status, answer.content["details"]]).toMatchObject([400, [{ path, code }]]);
  });

  test("an asset has a unique name in its site, ignoring case", async () => {
    const name = aName();
    await create({ name, type: "Cart" });
    const again = await create({ name: name.toUpperCase(), type: "Cart" });
    expect([again.status, again.content["code"]]).toEqual([409, "already_exists"]);
    expect(again.content["details"]).toEqual([
      { path: "name", code: "must_be_unique", message: "Asset must be unique" },
    ]);
    const other = await create({ name: aName(), type: "Cart" });
    expect((await send("PUT", `assets/${String(other.content["id"])}`, { name })).status).toBe(409);
    expect((await create({ name, type: "Cart" }, await aSite(here.pulse, here.customer))).status).toBe(201);
  });

  test("an asset is made exactly once if several with one name are sent at once", async () => {
    const body = { name: aName(), type: "Cart" };
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  test("an asset disappears from lists and the map when it is deleted, and its name is free", async () => {
    const asset = await anAsset(here.pulse, here.customer, here.site, { name: aName() });
    expect((await send("DELETE", `assets/${asset.id}`)).content).toEqual({ id: asset.id });
    for (const path of [`assets/${asset.id}`, `assets/${asset.id}/history`, `assets/${asset.id}/links`])
      expect((await send("GET", path)).status).toBe(404);
    const live = await send("GET", `assets/live?site_id=${here.site.id}`);
    expect(live.content.map((each) => each["asset_id"])).not.toContain(asset.id);
    expect((await send("GET", `trackers/${asset.trackerId}`)).content["linked_asset"]).toBeNull();
    expect((await create({ name: `Trolley ${serial}`, type: "Cart" })).status).toBe(201);
  });

  test("an archived asset leaves the map and loses its trackers, and comes back without them", async () => {
    const asset = await anAsset(here.pulse, here.customer, here.site, { name: aName() });
    const archived = await send("PUT", `assets/${asset.id}/archive`);
    expect(archived.content).toMatchObject({ archived: true, linked_trackers: [] });
    const ids = async (query: string) =>
      (await send("GET", `assets?site_id=${here.site.id}${query}`)).content.map((each) => each["id"]);
    expect(await ids("")).not.toContain(asset.id);
    expect(await ids("&archived=true")).toContain(asset.id);
    expect(await ids("&archived=all")).toContain(asset.id);
    const live = await send("GET", `assets/live?site_id=${here.site.id}`);
    expect(live.content.map((each) => each["asset_id"])).not.toContain(asset.id);
    const refused = await send("POST", `assets/${asset.id}/trackers`, { tracker_id: asset.trackerId });
    expect([refused.status, refused.content["details"]]).toMatchObject([400, [{ path: "id", code: "archived" }]]);
    const back = await send("PUT", `assets/${asset.id}/unarchive`);
    expect(back.content).toMatchObject({ archived: false, linked_trackers: [] });
    // Undone: the tracker is linked again.
    expect((await send("POST", `assets/${asset.id}/trackers`, { tracker_id: asset.trackerId })).status).toBe(201);
  });

  test("an asset cannot be changed with the letter r alone", async () => {
    const { id } = await anAsset(here.pulse, here.customer, here.site, { name: aName() });
    const reader = await tokenWith(here.pulse, here.customer, ["asset_management.r"]);
    for (const [method, path, body] of [
      ["POST", `assets?site_id=${here.site.id}`, { name: aName(), type: "Cart" }],
      ["PUT", `assets/${id}`, { type: "Bed" }],
      ["PUT", `assets/${id}/archive`, {}],
      ["DELETE", `assets/${id}`, undefined],
    ] as const)
      expect((await send(method, path, body, reader)).status).toBe(403);
  });
});

describe("the list of assets", () => {
  let where: TestSite;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    where = await aSite(here.pulse, here.customer);
    for (const [name, battery, hoursAgo] of [
      ["Fit", 80, 1],
      ["Low", 20, 1],
      ["Silent", 50, 30],
    ] as const) {
      const asset = await anAsset(here.pulse, here.customer, where, { name });
      ids[name] = asset.id;
      const last_heard_at = new Date(Date.now() - hoursAgo * 3600_000);
      await here.pulse.db
        .insertInto("tracker_status")
        .values({ tracker_id: asset.trackerId, last_heard_at, battery_level: battery })
        .execute();
      if (name !== "Fit") continue;
      await here.pulse.db
        .insertInto("latest_positions")
        .values({
          tracker_id: asset.trackerId,
          asset_id: asset.id,
          site_id: where.id,
          building_id: null,
          floor_id: where.floorId,
          ts: last_heard_at,
          end_ts: last_heard_at,
          lat: 51.9,
          lon: 4.4,
          elevation: 1.2,
          accuracy: 2,
          accuracy_outer: 4,
          mechanism: "TRILATERATED",
          moving: false,
          nearest_hardware_id: null,
          nearest_dis: null,
          signal_strength: -60,
          shown: true,
        })
        .execute();
    }
    ids["New"] = (await anAsset(here.pulse, here.customer, where, { name: "New" })).id;
    const unlinked = await anAsset(here.pulse, here.customer, where, { name: "Unlinked", linked: false });
    await here.pulse.db.updateTable("assets").set({ type: "Bed" }).where("id", "=", unlinked.id).execute();
  });

  test.each([
    ["health=low_battery", ["Low"]],
    ["health=silent", ["Silent"]],
    ["health=never_heard", ["New"]],
    ["health=unlinked", ["Unlinked"]],
    ["health=low_battery,silent", ["Low", "Silent"]],
    ["linked=true", ["Fit", "Low", "New", "Silent"]],
    ["linked=false", ["Unlinked"]],
    ["type=bed", ["Unlinked"]],
    ["type=bed&linked=true", []],
  ])("the list of assets is filtered by %s", async (query, names) => {
    const answer = await send("GET", `assets/search?site_id=${where.id}&sort_fields=name&sort_order=asc&${query}`);
    expect(answer.content.map((each) => each["name"])).toEqual(names);
    expect(answer.metadata["total_count"]).toBe(names.length);
  });

  test("the list of assets has each type once, and can be filtered by a type with a comma", async () => {
    const there = await aSite(here.pulse, here.customer);
    for (const type of ["Cart", "cart", "Bed, large"]) await create({ name: `A ${type} ${there.id}`, type }, there);
    const old = await create({ name: "Old one", type: "Ladder" }, there);
    await send("PUT", `assets/${String(old.content["id"])}/archive`);
    const types = async (more = "") => (await send("GET", `assets/types?site_id=${there.id}${more}`)).content;
    expect([await types(), await types("&archived=true")]).toEqual([
      ["Bed, large", expect.stringMatching(/^cart$/i)],
      ["Ladder"],
    ]);
    const found = await send("GET", `assets/search?site_id=${there.id}&type=Bed%2C%20large`);
    expect(found.content.map((each) => each["type"])).toEqual(["Bed, large"]);
  });

  test("the list of assets is filtered by floor", async () => {
    const on = async (floorId: string) =>
      (await send("GET", `assets/search?site_id=${where.id}&floor_id=${floorId}`)).content.map((each) => each["name"]);
    expect(await on(where.floorId)).toEqual(["Fit"]);
    expect(await on(here.site.floorId)).toEqual([]);
  });

  test("the list of assets refuses unknown filters", async () => {
    for (const query of ["health=tired", "linked=maybe", "floor_id=first"])
      expect((await send("GET", `assets/search?site_id=${where.id}&${query}`)).status).toBe(400);
  });

  test("the list of assets is downloaded as CSV, without elevations for those who may not see them", async () => {
    const answer = await send(
      "GET",
      `assets/download?site_id=${where.id}&sort_fields=name&sort_order=asc&convert_to_timezone=Europe/Berlin`,
    );
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="assets_Site-\d+_\d{8}_\d{8}\.csv"$/,
    );
    const [header, first, ...rest] = answer.text.trimEnd().split("\r\n");
    expect(header).toBe(
      "id,name,type,external_id,description,archived,trackers,last_location,lat,lon,last_elevation,location_updated",
    );
    expect(first).toMatch(
      new RegExp(`^${ids["Fit"]},Fit,Cart,,,false,Tag \\d+,Main · Ground,51.9,4.4,1.2,.+\\+0[12]:00$`),
    );
    expect(rest).toHaveLength(4);
    const flat = await tokenWith(here.pulse, here.customer, ["asset_management.r", "asset_download.r"]);
    expect((await send("GET", `assets/download?site_id=${where.id}`, undefined, flat)).text).not.toContain("elevation");
    const reader = await tokenWith(here.pulse, here.customer, ["asset_management.r"]);
    expect((await send("GET", `assets/download?site_id=${where.id}`, undefined, reader)).status).toBe(403);
  });
});
