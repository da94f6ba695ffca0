import { describe, expect, test } from "vitest";
import type { Answer } from "./support/api.ts";
import { anAsset } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

const { here, send, load, aFreshSite } = siteWithAdmin();
let serial = 0;

const names = async (kind = "assets"): Promise<unknown[]> =>
  (await send("GET", `${kind}?site_id=${here.site.id}&sort_fields=name&sort_order=asc`)).content.map(
    (each) => each["name"],
  );
const aMac = (): string => `AC:23:3F:0A:00:${(++serial).toString(16).toUpperCase().padStart(2, "0")}`;

describe("a file of assets", () => {
  test("a file of assets makes an asset of each row, linked to the tracker with its MAC, and reports each row", async () => {
    await aFreshSite();
    const { mac, trackerId } = await anAsset(here.pulse, here.customer, here.site, { linked: false });
    const plain = mac.replaceAll(":", "").toLowerCase();
    const answer = await load(
      "assets",
      `name,type,external_id,description,tracker_mac\nA1,Cart,E/1,"Two\nlines",${plain}\nA2,Bed,,,\n`,
    );
    expect([answer.status, answer.content]).toMatchObject([
      201,
      { dry_run: false, state: "done", total: 2, created: 2, rows: [{ row: 1, status: "ok", errors: [] }, { row: 2 }] },
    ]);
    const first = await send("GET", `assets/${(answer.content["rows"] as { id: string }[])[0]!.id}`);
    expect(first.content).toMatchObject({
      name: "A1",
      external_id: "E/1",
      description: "Two\nlines",
      linked_trackers: [{ id: trackerId }],
    });
    const again = await send("GET", `imports/${String(answer.content["id"])}`);
    expect(again.content).toEqual(answer.content);
  });

  test("a file of assets can be checked without making anything", async () => {
    await aFreshSite();
    const good = await load("assets", "name,type\nA1,Cart\n", "&dry_run=true");
    expect([good.status, good.content]).toMatchObject([200, { dry_run: true, state: "done", total: 1, created: 1 }]);
    const bad = await load("assets", "name,type\nA1,Cart\na1,Cart\n", "&dry_run=true");
    expect([bad.status, bad.content]).toMatchObject([
      200,
      {
        state: "refused",
        created: 0,
        rows: [
          { row: 1, status: "ok" },
          { row: 2, status: "error", errors: [{ column: "name", code: "must_be_unique" }] },
        ],
      },
    ]);
    expect(await names()).toEqual([]);
  });

  test("a file of assets is refused as a whole, with each error quoting the file", async () => {
    await aFreshSite();
    const taken = await anAsset(here.pulse, here.customer, here.site, { name: "Taken" });
    const answer = await load(
      "assets",
      `name,type,tracker_mac\nGood,Cart,\nTAKEN,Cart,\n=1+1,Cart,\n,Cart,\nFar,Cart,AC233F0F0F0F\nHung,Cart,${taken.mac}\nOdd,Cart,xyz\n`,
    );
    expect([answer.status, answer.content["code"]]).toEqual([400, "import_refused"]);
    expect(answer.content["message"]).toBe("6 rows cannot be imported, nothing was changed");
    expect(answer.content["details"]).toMatchObject([
      { path: "rows[2].name", row: 2, column: "name", value: "TAKEN", code: "must_be_unique" },
      { row: 3, column: "name", value: "=1+1", code: "char_not_allowed" },
      { row: 4, column: "name", value: "", code: "field_required" },
      { row: 5, column: "tracker_mac", code: "not_found" },
      { row: 6, column: "tracker_mac", code: "already_linked" },
      { row: 7, column: "tracker_mac", value: "xyz" },
    ]);
    expect(await names()).toEqual(["Taken"]);
  });

  test("a file of assets may be UTF-8 with a byte order mark or Windows-1252, and separated by semicolons", async () => {
    await aFreshSite();
    expect((await load("assets", "\uFEFFname,type\nBrücke,Cart\n")).status).toBe(201);
    const old = Buffer.from("name;type;description\r\nÖlfass;Cart;5 \x80\r\n", "latin1");
    expect((await load("assets", old)).status).toBe(201);
    expect(await names()).toEqual(expect.arrayContaining(["Brücke", "Ölfass"]));
    const [barrel] = (await send("GET", `assets/search?site_id=${here.site.id}&search_keyword=olfass`)).content;
    expect(barrel!["description"]).toBe("5 €");
  });

  test("a file of assets can be exported and imported again, at the same site and at another", async () => {
    await aFreshSite();
    await load("assets", `name,type,description\nB1,Cart,"=SUM(A1)"\nB2,Bed,\n`);
    const { text } = await send("GET", `assets/download?site_id=${here.site.id}`);
    expect(text).toContain("'=SUM(A1)");
    const same = await load("assets", text);
    expect([same.status, same.content]).toMatchObject([201, { total: 2, created: 0, rows: [{ status: "ok" }, {}] }]);
    await aFreshSite();
    const elsewhere = await load("assets", text);
    expect([elsewhere.status, elsewhere.content["created"]]).toEqual([201, 2]);
    const [first] = (await send("GET", `assets?site_id=${here.site.id}&search_keyword=B1`)).content;
    expect(first!["description"]).toBe("=SUM(A1)");
  });

  test.each([
    ["nothing", "", "The file has no column name"],
    ["a header alone", "name,type\n", "The file has no rows"],
    ["no name column", "type,description\nCart,x\n", "The file has no column name"],
    ["an open quote", 'name,type\n"A1,Cart\n', "Line 2 has a quotation mark that is not closed or in the wrong place"],
  ])("a file of assets is refused with %s, with the reason in plain words", async (_what, text, reason) => {
    await aFreshSite();
    const answer = await load("assets", text);
    expect([answer.status, answer.content["code"]]).toEqual([400, "import_refused"]);
    expect(answer.content["message"]).toBe("The file cannot be imported, nothing was changed");
    expect(answer.content["details"]).toMatchObject([{ path: "file", message: reason }]);
  });

  test("a file of assets can be undone as a whole, unless somebody has changed part of it", async () => {
    await aFreshSite();
    const { content: one } = await load("assets", "name,type\nC1,Cart\nC2,Cart\n");
    const ids = (one["rows"] as { id: string }[]).map(({ id }) => id);
    expect((await send("DELETE", `imports/${String(one["id"])}`)).content).toEqual({ id: one["id"] });
    expect(await names()).toEqual([]);
    expect((await send("GET", `assets/${ids[0]!}`)).status).toBe(404);
    expect((await send("GET", `imports/${String(one["id"])}`)).content["state"]).toBe("undone");
    expect((await send("DELETE", `imports/${String(one["id"])}`)).status).toBe(409);

    const { content: two } = await load("assets", "name,type\nC1,Cart\nC2,Cart\n");
    await send("PUT", `assets/${(two["rows"] as { id: string }[])[1]!.id}`, { type: "Bed" });
    const kept = await send("DELETE", `imports/${String(two["id"])}`);
    expect([kept.status, kept.content["code"]]).toEqual([409, "conflict"]);
    expect(await names()).toEqual(["C1", "C2"]);
  });

  test("a file of assets with more than a thousand rows is processed later, all or nothing", async () => {
    await aFreshSite();
    const rows = Array.from({ length: 1_200 }, (_, index) => `Row ${index},Cart`);
    const done = async (answer: Answer): Promise<Answer> => {
      expect([answer.status, answer.content["state"]]).toEqual([202, "running"]);
      const path = `imports/${String(answer.content["id"])}`;
      await expect
        .poll(async () => (await send("GET", path)).content["state"], { timeout: 20_000 })
        .not.toBe("running");
      return send("GET", path);
    };
    const refused = await done(await load("assets", `name,type\n${rows.join("\n")}\nRow 7,Cart\n`));
    expect(refused.content).toMatchObject({
      state: "refused",
      created: 0,
      rows: [{ row: 1_201, status: "error", errors: [{ column: "name", value: "Row 7", code: "must_be_unique" }] }],
    });
    expect(await names()).toEqual([]);
    const made = await done(await load("assets", `name,type\n${rows.join("\n")}\n`));
    expect(made.content).toMatchObject({ state: "done", total: 1_200, created: 1_200 });
    expect(await names()).toHaveLength(1_200);
  });

  test("a file of assets requires the right to create assets, and to link them if it has trackers", async () => {
    await aFreshSite();
    const maker = await tokenWith(here.pulse, here.customer, ["asset_management.c"]);
    expect((await load("assets", "name,type,tracker_mac\nD1,Cart,AC233F0B0B0B\n", "", maker)).status).toBe(403);
    const made = await load("assets", "name,type\nD1,Cart\n", "", maker);
    expect(made.status).toBe(201);
    const tracker = await tokenWith(here.pulse, here.customer, ["identifier_management.c"]);
    expect((await send("GET", `imports/${String(made.content["id"])}`, undefined, tracker)).status).toBe(404);
    const header = await send("GET", "assets/import-template", undefined, maker);
    expect(header.text).toBe("name,type,external_id,description,tracker_mac\r\n");
  });
});

describe("a file of trackers", () => {
  test("a file of trackers makes a tracker of each row, linked to the asset with its name", async () => {
    await aFreshSite();
    const asset = await anAsset(here.pulse, here.customer, here.site, { name: "Wagon", linked: false });
    const [first, second] = [aMac(), aMac()];
    const answer = await load(
      "trackers",
      `name,type,mac,serial_no,asset_name\nT ${serial},KKM,${first.replaceAll(":", "-")},S-${serial},wagon\nU ${serial},GENERIC,${second},,\n`,
    );
    expect([answer.status, answer.content["created"]]).toEqual([201, 2]);
    const [row] = answer.content["rows"] as { id: string }[];
    expect((await send("GET", `trackers/${row!.id}`)).content).toMatchObject({
      mac: first,
      linked_asset: { id: asset.id },
    });
  });

  test("a file of trackers is refused for repeated values of the customer, and for unknown types and assets", async () => {
    const other = await anAsset(here.pulse, here.customer, await aFreshSite());
    await aFreshSite();
    const mac = aMac();
    const answer = await load(
      "trackers",
      `name,type,mac,asset_name\nX1,KKM,${other.mac},\nX2,TOASTER,${mac},\nx2,KKM,${mac},\nX4,KKM,nonsense,\nX5,KKM,${aMac()},Nowhere\n`,
    );
    expect(answer.status).toBe(400);
    const told = (answer.content["details"] as { row: number; column: string; code: string }[]).map(
      ({ row, column, code }) => `${row} ${column} ${code}`,
    );
    expect(told).toEqual([
      "1 mac must_be_unique",
      "2 type not_found",
      "3 name must_be_unique",
      "3 mac must_be_unique",
      "4 mac invalid_parameter",
      "5 asset_name not_found",
    ]);
  });
});

describe("a file of gateways", () => {
  test("a file of gateways makes each gateway on the named floor, accepts the site's own export, and can be undone", async () => {
    await aFreshSite();
    const mac = aMac();
    const file = `name,hardware_type,mac,building,floor,lat,lon,z,measured_power
G1,KKM,${mac.replaceAll(":", "").toLowerCase()},Main,ground,51.5,7.25,2.75,-61
G2,MINEW,${aMac()},,,,,,
`;
    const made = await load("hardwares", file);
    expect([made.status, made.content]).toMatchObject([201, { state: "done", total: 2, created: 2 }]);
    const [first, second] = (made.content["rows"] as { id: string }[]).map(({ id }) => id);
    expect((await send("GET", `hardwares/${first}`)).content).toMatchObject({
      name: "G1",
      mac,
      floor_id: here.site.floorId,
      lat: 51.5,
      lon: 7.25,
      properties: { z: 2.75, measured_power: -61, alpha: null },
    });
    expect((await send("GET", `hardwares/${second}`)).content).toMatchObject({ floor_id: null, lat: 0, lon: 0 });

    const { text } = await send("GET", `hardwares/download?site_id=${here.site.id}`);
    const again = await load("hardwares", text);
    expect([again.status, again.content]).toMatchObject([
      201,
      { total: 2, created: 0, rows: [{ id: second }, { id: first }] },
    ]);
    expect((await send("DELETE", `imports/${String(made.content["id"])}`)).status).toBe(200);
    expect(await names("hardwares")).toEqual([]);
  });

  test("a file of gateways is refused for repeated values, unknown types and floors, and invalid numbers", async () => {
    await aFreshSite();
    const [mac, other] = [aMac(), aMac()];
    const refused = await load(
      "hardwares",
      `name,hardware_type,mac,floor,lat,z
G1,KKM,${mac},,91,
G2,KKM,${mac},,,high
G3,RADIO,${other},Attic,,
g3,MOBILE,${aMac()},,,
G1,KKM,${aMac()},,,
`,
    );
    expect([refused.status, refused.content["code"]]).toEqual([400, "import_refused"]);
    const faults = (refused.content["details"] as { path: string; code: string }[]).map(
      ({ path, code }) => `${path}: ${code}`,
    );
    expect(faults).toEqual([
      "rows[1].lat: location_invalid",
      "rows[2].z: invalid_parameter",
      "rows[3].hardware_type: not_found",
      "rows[3].floor: not_found",
      "rows[4].name: must_be_unique",
      "rows[4].hardware_type: not_found",
    ]);
    expect(await names("hardwares")).toEqual([]);
  });

  test("a file of gateways requires letter c for gateways, and the right to set heights if it has any", async () => {
    await aFreshSite();
    const file = (z: string): string => `name,hardware_type,mac,z\nG1,KKM,${aMac()},${z}\n`;
    const maker = await tokenWith(here.pulse, here.customer, ["hardware_management.c", "hardware_management.r"]);
    expect((await load("hardwares", file("2"), "", maker)).status).toBe(403);
    expect((await load("hardwares", file(""), "", maker)).status).toBe(201);
    const reader = await tokenWith(here.pulse, here.customer, ["hardware_management.r"]);
    expect((await load("hardwares", file(""), "", reader)).status).toBe(403);
  });
});
