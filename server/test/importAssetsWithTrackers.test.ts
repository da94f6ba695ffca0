import { beforeEach, describe, expect, test } from "vitest";
import { tokenWith } from "./support/rights.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

// Assets and their trackers in one sheet.
const { here, send, load, aFreshSite } = siteWithAdmin();
let serial = 0;
beforeEach(async () => {
  await aFreshSite();
  serial += 1;
});
const uuid = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825";
const aMac = (nth: number) => `AC:23:3F:0F:${String(serial).padStart(2, "0")}:0${nth}`;
const anIbeacon = (nth: number) => `${uuid}:${serial}:${nth}`;
const name = (text: string) => `${text} ${serial}`;
const listed = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await send("GET", `${kind}?site_id=${here.site.id}&sort_fields=name&sort_order=asc`)).content;
const links = async () =>
  (await listed("trackers")).map(({ name: tracker, type, linked_asset: asset }) => [
    tracker,
    type,
    (asset as { name: string } | null)?.name ?? null,
  ]);
const detailsOf = async (file: string, query = "") => (await load("assets", file, query)).content["details"];

describe("a sheet of assets and trackers", () => {
  test("a sheet makes assets with new trackers, and links those that are there", async () => {
    await load("trackers", `name,type,mac\n${name("Old")},KKM,${aMac(1)}\n`);
    const file = `Name;Typ;Tracker;Tracker-Typ;Tracker Name;iBeacon
A;Cart;${aMac(1)};;;
B;Cart;${aMac(2)};KKM tag;${name("New")};
C;Cart;;iBeacon;;${anIbeacon(1)}
D;Cart;;;;
`.replaceAll(/^([A-D]);/gm, `$1 ${serial};`);
    const dry = await load("assets", file, "&dry_run=true");
    expect([dry.content["state"], await listed("trackers")]).toMatchObject(["done", [{}]]);
    expect((await load("assets", file)).content).toMatchObject({ state: "done", created: 4 });
    expect(await links()).toEqual([
      [name("C"), "IBEACON", name("C")],
      [name("New"), "KKM", name("B")],
      [name("Old"), "KKM", name("A")],
    ]);
  });

  test("nothing is made if one row is wrong, and the column of the tracker is named", async () => {
    await load("trackers", `name,type,mac,serial_no\n${name("Old")},KKM,${aMac(1)},S-${serial}\n`);
    const file = `name,type,tracker_mac,tracker_type,tracker_name,tracker_serial_no,tracker_ibeacon
A,Cart,${aMac(2)},Toaster,${name("T2")},,
B,Cart,${aMac(3)},,,,
C,Cart,,KKM,${name("T3")},,
D,Cart,${aMac(1)},,${name("Other")},,
E,Cart,${aMac(4)},KKM,${name("T4")},,
F,Cart,${aMac(4)},KKM,${name("T5")},,
G,Cart,${aMac(5)},KKM,${name("Old")},S-${serial},
H,Cart,,KKM,,,nonsense
`;
    // Cells that are wrong by themselves are named together with the others.
    expect(await detailsOf(file)).toMatchObject([
      { row: 1, line: 2, column: "tracker_type", code: "not_found" },
      { row: 2, line: 3, column: "tracker_mac", code: "not_found" },
      { row: 3, line: 4, column: "tracker_mac", code: "field_required" },
      { row: 4, line: 5, column: "tracker_name", code: "conflict" },
      { row: 6, line: 7, column: "tracker_mac", code: "must_be_unique" },
      { row: 7, line: 8, column: "tracker_name", code: "must_be_unique" },
      { row: 7, line: 8, column: "tracker_serial_no", code: "must_be_unique" },
      { row: 8, line: 9, column: "tracker_ibeacon" },
    ]);
    expect([await listed("assets"), await links()]).toEqual([[], [[name("Old"), "KKM", null]]]);
  });

  test("undoing a sheet deletes its trackers too, and keeps those that were there", async () => {
    await load("trackers", `name,type,mac\n${name("Old")},KKM,${aMac(1)}\n`);
    const file = `name,type,tracker_mac,tracker_type\n${name("A")},Cart,${aMac(1)},\n${name("B")},Cart,${aMac(2)},KKM\n`;
    const made = await load("assets", file);
    expect(made.status).toBe(201);
    expect((await send("DELETE", `imports/${String(made.content["id"])}`)).status).toBe(200);
    expect([await listed("assets"), await links()]).toEqual([[], [[name("Old"), "KKM", null]]]);
    const again = await load("assets", file);
    expect(again.status).toBe(201);
    const tracker = (await listed("trackers")).find((each) => each["name"] === name("B"))!;
    const renamed = await send("PUT", `trackers/${String(tracker["id"])}`, { name: name("Edited") });
    expect(renamed.status).toBe(200);
    // Somebody has changed what the import made.
    expect((await send("DELETE", `imports/${String(again.content["id"])}`)).status).toBe(409);
  });

  test("a sheet gives assets that are there their trackers, one of each type", async () => {
    const rows = (nth: number, type: string) =>
      `name,type,tracker_mac,tracker_type,tracker_name\n${name("A")},Cart,${aMac(nth)},${type},${name(`T${nth}`)}\n`;
    await load("assets", `name,type\n${name("A")},Cart\n`);
    expect((await load("assets", rows(1, "KKM"), "&update_by=name")).content).toMatchObject({ updated: 1 });
    expect((await load("assets", rows(1, "KKM"), "&update_by=name")).content).toMatchObject({ updated: 0 });
    expect((await load("assets", rows(2, "GENERIC"), "&update_by=name")).content).toMatchObject({ updated: 1 });
    expect(await detailsOf(rows(3, "KKM"), "&update_by=name")).toMatchObject([
      { row: 1, column: "tracker_type", code: "already_linked" },
    ]);
    expect(await links()).toEqual([
      [name("T1"), "KKM", name("A")],
      [name("T2"), "GENERIC", name("A")],
    ]);
  });

  test("a sheet requires the right to make trackers where it makes any", async () => {
    const rights = ["asset_management.c", "asset_identifier_link_management.c"] as const;
    const file = `name,type,tracker_mac,tracker_type\n${name("A")},Cart,${aMac(1)},KKM\n`;
    const few = await tokenWith(here.pulse, here.customer, rights);
    expect((await load("assets", file, "", few)).status).toBe(403);
    const enough = await tokenWith(here.pulse, here.customer, [...rights, "identifier_management.c"]);
    expect((await load("assets", file, "", enough)).status).toBe(201);
  });

  test("a large sheet makes its trackers in turns, too", async () => {
    const rows = Array.from({ length: 1_001 }, (_, nth) => {
      const mac = `AC:23:41:${[serial, Math.floor(nth / 256), nth % 256].map((byte) => byte.toString(16).padStart(2, "0")).join(":")}`;
      return `L${serial}-${nth},Cart,${mac},KKM\n`;
    });
    const { status, content } = await load("assets", `name,type,tracker_mac,tracker_type\n${rows.join("")}`);
    expect(status).toBe(202);
    const state = async () => (await send("GET", `imports/${String(content["id"])}?limit=1`)).content["state"];
    await expect.poll(state, { timeout: 60_000 }).toBe("done");
    const { metadata } = await send("GET", `trackers?site_id=${here.site.id}&limit=1`);
    expect(metadata).toMatchObject({ total_count: 1_001 });
  });
});
