import { beforeEach, describe, expect, test } from "vitest";
import { anAsset } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

// Files that change what is there.
const { here, send, load, aFreshSite } = siteWithAdmin();
beforeEach(async () => void (await aFreshSite()));
let serial = 0;
const aMac = (): string => `AC:23:3F:0D:00:${(++serial).toString(16).toUpperCase().padStart(2, "0")}`;
const listed = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await send("GET", `${kind}?site_id=${here.site.id}&sort_fields=name&sort_order=asc`)).content;
const download = async (kind: string): Promise<string> =>
  (await send("GET", `${kind}/download?site_id=${here.site.id}`)).text;

describe("a file of assets that changes them", () => {
  test("an export comes back changed, and what happens is said before and after", async () => {
    await load("assets", "name,type,description\nA1,Cart,=SUM(A1)\nA2,Cart,old\nA3,Cart,\n");
    const file = (await download("assets")).replace("A2,Cart,,old", "A2,Bed,,new") + ",A4,Cart,,,,,,,,,\n";
    const dry = await load("assets", file, "&dry_run=true&update_by=id");
    expect([dry.status, dry.content]).toMatchObject([200, { state: "done", total: 4, created: 1, updated: 1 }]);
    const done = await load("assets", file, "&update_by=id");
    expect([done.status, done.content]).toMatchObject([201, { state: "done", total: 4, created: 1, updated: 1 }]);
    expect(await listed("assets")).toMatchObject([
      { name: "A1", description: "=SUM(A1)", version: 1 },
      { name: "A2", type: "Bed", description: "new", version: 2 },
      { name: "A3" },
      { name: "A4" },
    ]);
    expect((await load("assets", await download("assets"), "&update_by=id")).content).toMatchObject({
      created: 0,
      updated: 0,
    });
    // What it was before is not kept, so it cannot be undone.
    expect((await send("DELETE", `imports/${String(done.content["id"])}`)).status).toBe(409);
  });

  test("assets are matched by their external ids, and columns that a file lacks are left alone", async () => {
    await load("assets", "name,type,external_id,description\nA1,Cart,E1,kept\nA2,Cart,E2,kept\n");
    const changed = await load("assets", "name,type,external_id\nRenamed,Bed,e1\n", "&update_by=external_id");
    expect([changed.status, changed.content]).toMatchObject([201, { created: 0, updated: 1 }]);
    expect(await listed("assets")).toMatchObject([
      { name: "A2", description: "kept" },
      { name: "Renamed", type: "Bed", external_id: "e1", description: "kept" },
    ]);
  });

  test("an asset gets the tracker of its row, unless another asset has it", async () => {
    const free = await anAsset(here.pulse, here.customer, here.site, { name: "Free", linked: false });
    const taken = await anAsset(here.pulse, here.customer, here.site, { name: "Owner" });
    const row = (mac: string) => `name,type,tracker_mac\nFree,Cart,${mac}\n`;
    const refused = await load("assets", row(taken.mac), "&update_by=name");
    expect(refused.content["details"]).toMatchObject([{ row: 1, column: "tracker_mac", code: "already_linked" }]);
    expect((await load("assets", row(free.mac), "&update_by=name")).content).toMatchObject({ updated: 1 });
    const links = here.pulse.db.selectFrom("links").select(["tracker_id", "unlinked_at"]);
    expect(await links.where("asset_id", "=", free.id).execute()).toEqual([
      { tracker_id: free.trackerId, unlinked_at: null },
    ]);
    expect((await send("GET", `assets/${free.id}`)).content).toMatchObject({
      linked_trackers: [{ id: free.trackerId }],
    });
    expect((await load("assets", row(free.mac), "&update_by=name")).content).toMatchObject({ updated: 0 });
  });

  test("rows that name one thing twice, or take another's name, are refused and change nothing", async () => {
    await load("assets", "name,type\nA1,Cart\nA2,Cart\n");
    const [one] = await listed("assets");
    const twice = await load("assets", "name,type\nA1,Bed\na1,Box\n", "&update_by=name");
    expect(twice.content["details"]).toMatchObject([{ row: 2, column: "name" }, { row: 2 }]);
    const stolen = await load("assets", `id,name,type\n${String(one!["id"])},A2,Cart\n`, "&update_by=id");
    expect(stolen.content["details"]).toMatchObject([{ row: 1, column: "name", code: "must_be_unique" }]);
    expect(await listed("assets")).toMatchObject([
      { name: "A1", type: "Cart" },
      { name: "A2", type: "Cart" },
    ]);
  });

  test("changing by a file requires the right to change, a column to match by, and not too many rows", async () => {
    const maker = await tokenWith(here.pulse, here.customer, ["asset_management.c"]);
    expect((await load("assets", "name,type\nA1,Cart\n", "&update_by=name", maker)).status).toBe(403);
    const without = await load("assets", "name,type\nA1,Cart\n", "&update_by=id");
    expect([without.status, without.content["details"]]).toMatchObject([
      400,
      [{ message: "The file has no column id" }],
    ]);
    expect((await load("assets", "name,type,mac\nA1,Cart,x\n", "&update_by=mac")).status).toBe(400);
    const many = Array.from({ length: 5_001 }, (_, nth) => `A${nth},Cart`).join("\n");
    expect((await load("assets", `name,type\n${many}\n`, "&update_by=name")).content["details"]).toMatchObject([
      { message: "A file that changes things has at most 5000 rows" },
    ]);
  });

  test("a thing of another site is not changed", async () => {
    await load("assets", "name,type\nA1,Cart\n");
    const [theirs] = await listed("assets");
    const site = here.site;
    await aFreshSite();
    const made = await load("assets", `id,name,type\n${String(theirs!["id"])},A1,Bed\n`, "&update_by=id");
    expect(made.content).toMatchObject({ created: 1, updated: 0 });
    here.site = site;
    expect(await listed("assets")).toMatchObject([{ type: "Cart", version: 1 }]);
  });
});

test("trackers are matched by MAC or serial number and changed", async () => {
  const [one, other] = [aMac(), aMac()];
  await load(
    "trackers",
    `name,type,mac,serial_no\nT${one},KKM,${one},S-${serial}\nT${other},KKM,${other},\n`.replaceAll(/T(..):/g, "T$1"),
  );
  const [first] = await listed("trackers");
  const mac = String(first!["mac"]);
  const byMac = await load(
    "trackers",
    `name,type,mac\nRenamed ${serial},Ruuvitag,${mac.toLowerCase()}\n`,
    "&update_by=mac",
  );
  expect([byMac.status, byMac.content]).toMatchObject([201, { created: 0, updated: 1 }]);
  expect((await send("GET", `trackers/${String(first!["id"])}`)).content).toMatchObject({
    type: "RUUVI",
    name: `Renamed ${serial}`,
  });
  const again = await load("trackers", await download("trackers"), "&update_by=id");
  expect(again.content).toMatchObject({ total: 2, created: 0, updated: 0 });
});

test("gateways are matched by MAC and moved, and their own export changes nothing", async () => {
  const mac = aMac();
  await load("hardwares", `name,hardware_type,mac,floor,lat,lon,z\nG1,KKM,${mac},Ground,51.5,7.25,2\n`);
  expect((await load("hardwares", await download("hardwares"), "&update_by=mac")).content).toMatchObject({
    created: 0,
    updated: 0,
  });
  const moved = await load("hardwares", `name;hardware_type;mac;lat;lon\nG1;KKM;${mac};51,6;7,35\n`, "&update_by=mac");
  expect([moved.status, moved.content]).toMatchObject([201, { created: 0, updated: 1 }]);
  expect(await listed("hardwares")).toMatchObject([
    { name: "G1", lat: 51.6, lon: 7.35, floor_id: here.site.floorId, properties: { z: 2 }, version: 2 },
  ]);
});
