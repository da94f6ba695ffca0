import { beforeEach, describe, expect, test } from "vitest";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

// Identities of trackers in files (additions A16).
const { here, send, load, aFreshSite } = siteWithAdmin();
let serial = 0;
beforeEach(async () => {
  await aFreshSite();
  serial += 1;
});
const uuid = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825";
const hex = (nth: number, digits: number) => nth.toString(16).toUpperCase().padStart(digits, "0");
const aMac = (nth: number) => `AC:23:3F:0E:${hex(serial, 2)}:${hex(nth, 2)}`;
const anIrk = (nth: number) => `00112233445566778899AABB${hex(serial, 4)}${hex(nth, 4)}`;
const anIbeacon = (nth: number) => `${uuid}:${serial}:${nth}`;
const aUid = (nth: number) => `0102030405060708090A0B0C${hex(serial, 4)}${hex(nth, 4)}`;
const listed = async () =>
  (await send("GET", `trackers?site_id=${here.site.id}&sort_fields=name&sort_order=asc`)).content as unknown as {
    id: string;
    name: string;
    mac: string | null;
    identities: { kind: string; value: string }[];
    version: number;
  }[];
const identitiesNow = async () =>
  (await listed()).map(({ name, identities }) => [
    name.split(" ")[0],
    ...identities.map(({ kind, value }) => `${kind} ${value}`),
  ]);
const download = async (): Promise<string> => (await send("GET", `trackers/download?site_id=${here.site.id}`)).text;

describe("a file of trackers with identities", () => {
  test("a file makes trackers by their MACs, iBeacons, Eddystone UIDs and keys, in any notation", async () => {
    const file = `Name;Typ;MAC;iBeacon;Eddystone UID;IRK
A ${serial};KKM;${aMac(1).replaceAll(":", "-")};;;
B ${serial};KKM;;${anIbeacon(2).toLowerCase()};;
C ${serial};KKM;;;${aUid(3).toLowerCase()};
D ${serial};KKM;;;;${anIrk(4).toLowerCase()}
E ${serial};KKM;"${aMac(5)}, ${aMac(6)}";"${anIbeacon(5)}
${anIbeacon(6)}";${aUid(5)};${anIrk(5)}
`;
    const { status, text } = await load("trackers", file);
    expect([status, text.includes(anIrk(5))]).toEqual([201, false]);
    expect(await identitiesNow()).toEqual([
      ["A", `mac ${aMac(1)}`],
      ["B", `ibeacon ${anIbeacon(2)}`],
      ["C", `eddystone_uid ${aUid(3)}`],
      ["D", `irk …${anIrk(4).slice(-4)}`],
      [
        "E",
        `mac ${aMac(5)}`,
        `mac ${aMac(6)}`,
        `ibeacon ${anIbeacon(5)}`,
        `ibeacon ${anIbeacon(6)}`,
        `eddystone_uid ${aUid(5)}`,
        `irk …${anIrk(5).slice(-4)}`,
      ],
    ]);
  });

  test("a file without a column of identities lacks its MACs, and a row without one lacks its MAC", async () => {
    const without = await load("trackers", `name,type\nA ${serial},KKM\n`);
    expect(without.content["details"]).toMatchObject([{ message: "The file has no column mac" }]);
    const rows = await load("trackers", `name,type,ibeacon\nA ${serial},KKM,\n`);
    expect(rows.content["details"]).toMatchObject([{ row: 1, column: "mac", code: "field_required" }]);
    const empty = await load("trackers", `name,type,mac,irk\nA ${serial},KKM,,\n`);
    expect(empty.content["details"]).toMatchObject([{ row: 1, column: "mac", code: "field_required" }]);
  });

  test("a cell that is no identity is named by its row, line and column, and a key is not repeated", async () => {
    const key = "00112233445566778899aabbccddeef";
    const many = (count: number) => Array.from({ length: count }, (_, nth) => anIbeacon(nth)).join(";");
    const file = `name,type,mac,ibeacon,eddystone_uid,irk
A ${serial},KKM,AC:23,,,
B ${serial},KKM,,${uuid}:1,,
C ${serial},KKM,,,0102,
D ${serial},KKM,,,,${key}
E ${serial},KKM,,${many(100)},,
F ${serial},KKM,,${anIbeacon(1)};${anIbeacon(1)},,
G ${serial},KKM,,,,…ABCD
`;
    const answer = await load("trackers", file);
    expect([answer.status, answer.content["details"]]).toMatchObject([
      400,
      [
        { row: 1, line: 2, column: "mac", message: "must be a MAC address of 12 hex digits" },
        { row: 2, line: 3, column: "ibeacon", message: expect.stringContaining("UUID:major:minor") as string },
        { row: 3, line: 4, column: "eddystone_uid", message: expect.stringContaining("32 hex digits") as string },
        { row: 4, line: 5, column: "irk", value: "…deef", message: expect.stringContaining("32 hex digits") as string },
        { row: 5, line: 6, column: "ibeacon", message: "A tracker may have at most 8 identities" },
        { row: 6, line: 7, column: "ibeacon", message: "is there twice" },
        // There is no tracker whose key it could be.
        { row: 7, line: 8, column: "irk", value: "…ABCD", message: expect.stringContaining("32 hex digits") as string },
      ],
    ]);
    expect(answer.text).not.toContain(key);
    const flood = await load("trackers", `name,type,ibeacon\nA ${serial},KKM,${many(10_000)}\n`);
    expect(flood.content["details"]).toMatchObject([{ message: "Line 2 is too long" }]);
    expect(await listed()).toEqual([]);
  });

  test("an identity is one tracker's, within a file and beside what is there, but another customer may have it", async () => {
    await load(
      "trackers",
      `name,type,mac,ibeacon,irk\nOld ${serial},KKM,${aMac(1)};${aMac(2)},${anIbeacon(1)},${anIrk(1)}\n`,
    );
    const file = `name,type,mac,ibeacon,eddystone_uid,irk
A ${serial},KKM,,${anIbeacon(1)},,
B ${serial},KKM,${aMac(2)},,,
C ${serial},KKM,,,,${anIrk(1)}
D ${serial},KKM,,,${aUid(7)},
E ${serial},KKM,,,${aUid(7)},
F ${serial},KKM,${aMac(8)};${aMac(9)},,,
G ${serial},KKM,${aMac(9)},,,
`;
    const answer = await load("trackers", file);
    expect(answer.content["details"]).toMatchObject([
      { row: 1, column: "ibeacon", code: "must_be_unique" },
      { row: 2, column: "mac", code: "must_be_unique" },
      { row: 3, column: "irk", code: "must_be_unique", value: `…${anIrk(1).slice(-4)}` },
      { row: 5, column: "eddystone_uid", code: "must_be_unique" },
      { row: 7, column: "mac", code: "must_be_unique" },
    ]);
    const customer = await aCustomer(here.pulse);
    const site = await aSite(here.pulse, customer);
    const form = new FormData();
    form.append("file", new Blob([`name,type,ibeacon\nTheirs,KKM,${anIbeacon(1)}\n`]), "theirs.csv");
    const token = await aToken(here.pulse, customer, "Administrator");
    expect((await send("POST", `trackers/import?site_id=${site.id}`, form, token)).status).toBe(201);
  });

  test("an export has keys by their last four digits alone, and comes back unchanged or changed", async () => {
    await load(
      "trackers",
      `name,type,mac,ibeacon,eddystone_uid,irk\nA ${serial},KKM,${aMac(1)};${aMac(2)},${anIbeacon(1)},,${anIrk(1)}\nB ${serial},KKM,,,${aUid(2)},\n`,
    );
    const before = await identitiesNow();
    const file = await download();
    expect(file).not.toContain(anIrk(1));
    expect((await load("trackers", file)).content).toMatchObject({ created: 0, updated: 0 });
    expect((await load("trackers", file, "&update_by=id")).content).toMatchObject({ created: 0, updated: 0 });
    const changed = file.replace(anIbeacon(1), anIbeacon(9)).replace(aUid(2), `${aUid(2)}; ${aUid(3)}`);
    expect((await load("trackers", changed, "&update_by=id")).content).toMatchObject({ created: 0, updated: 2 });
    const after = await identitiesNow();
    expect(after).toEqual([
      before[0]!.map((each) => each?.replace(anIbeacon(1), anIbeacon(9))),
      ["B", `eddystone_uid ${aUid(2)}`, `eddystone_uid ${aUid(3)}`],
    ]);
    // The key is still the same one: it is unique in the customer.
    const again = await load("trackers", `name,type,irk\nC ${serial},KKM,${anIrk(1)}\n`);
    expect(again.content["details"]).toMatchObject([{ column: "irk", code: "must_be_unique" }]);
  });

  test("a file changes the kinds of identities that it has columns of, and leaves the others", async () => {
    await load("trackers", `name,type,mac,ibeacon\nA ${serial},KKM,${aMac(1)},${anIbeacon(1)}\n`);
    const rows = (cells: string) => `name,type,irk,ibeacon\nA ${serial},KKM,${cells}\n`;
    expect((await load("trackers", rows(`${anIrk(1)},`), "&update_by=name")).content).toMatchObject({ updated: 1 });
    expect(await identitiesNow()).toEqual([["A", `mac ${aMac(1)}`, `irk …${anIrk(1).slice(-4)}`]]);
    const none = await load("trackers", `name,type,mac\nA ${serial},KKM,\n`, "&update_by=name");
    expect(none.content["details"]).toMatchObject([{ row: 1, column: "mac", code: "field_required" }]);
  });

  test("the keys of a customer end at five hundred, also in one file", async () => {
    const customer = await aCustomer(here.pulse);
    const site = await aSite(here.pulse, customer);
    const token = await aToken(here.pulse, customer, "Administrator");
    const sendKeys = async (first: number) => {
      const rows = Array.from({ length: 251 }, (_, nth) => `K${first + nth},KKM,${anIrk(first + nth)}\n`).join("");
      const form = new FormData();
      form.append("file", new Blob([`name,type,irk\n${rows}`]), "keys.csv");
      return send("POST", `trackers/import?site_id=${site.id}`, form, token);
    };
    expect((await sendKeys(0)).status).toBe(201);
    expect((await sendKeys(300)).content["details"]).toMatchObject([
      { row: 250, column: "irk", message: "A customer may have at most 500 identity resolving keys" },
      { row: 251, column: "irk", message: "A customer may have at most 500 identity resolving keys" },
    ]);
  });

  test("undoing an import frees the identities of its trackers", async () => {
    const file = `name,type,ibeacon\nA ${serial},KKM,${anIbeacon(1)}\n`;
    const made = await load("trackers", file);
    expect((await send("DELETE", `imports/${String(made.content["id"])}`)).status).toBe(200);
    expect((await load("trackers", file)).status).toBe(201);
  });
});
