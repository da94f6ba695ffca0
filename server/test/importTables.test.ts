import { beforeEach, describe, expect, test } from "vitest";
import { fieldCase, hasFieldCases } from "./support/fieldCases.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

// Tables as spreadsheets of all countries save them.
const { here, send, load, aFreshSite } = siteWithAdmin();
beforeEach(async () => void (await aFreshSite()));
let serial = 0;
const aMac = (): string => `AC:23:3F:0C:00:${(++serial).toString(16).toUpperCase().padStart(2, "0")}`;

const listed = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await send("GET", `${kind}?site_id=${here.site.id}&sort_fields=name&sort_order=asc`)).content;
const look = async (kind: string, file: string | Uint8Array, query = "") => {
  const answer = await load(kind, file, `&dry_run=true${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.content as unknown as Record<string, unknown> & { file: Record<string, unknown> };
};

describe("a text file", () => {
  test.each([
    ["tabs", "name\ttype\texternal_id\nCart 1\tCart\tA1\n"],
    ["bars", "name|type|external_id\nCart 1|Cart|A1\n"],
    ["a line that names the separator", "\uFEFFsep=;\r\nname;type;external_id\r\nCart 1;Cart;A1\r\n"],
    ["such a line and another separator", "sep=\t\nname\ttype\texternal_id\nCart 1\tCart\tA1\n"],
    ["titles above the header", "Carts of 2026;;\n;;\nName;Type;External ID\nCart 1;Cart;A1\n"],
    ["headers as people write them", "Bezeichnung;Typ;Inventar-Nr.\nCart 1;Cart;A1\n"],
    ["no-break spaces", "name;type;external\u00A0id\nCart\u00A01\u00A0;\u00A0Cart;A1\n"],
    ["line ends of an old Mac", "name;type;external_id\rCart 1;Cart;A1\r"],
    ["cells that Excel must not take for numbers", '="name";type;external_id\n="Cart 1";="Cart";"=""A1"""\n'],
    ["a mark within quotes", '\uFEFF"name";"type";"external_id"\n"Cart 1";"Cart";"A1"\n'],
    ["empty columns before and behind", ";name;type;external_id;;\n;Cart 1;Cart;A1;;\n"],
    ["spaces around separators", "name ; type ; external_id\nCart 1 ; Cart ; A1\n"],
    [
      "other separators within a quoted header",
      '"Name, bezeichnung";Typ;"Inventar-Nr. (a, b, c)"\nCart 1;Cart;A1\n',
      "&columns=name,type,external_id",
    ],
    ["quotes around everything", '"Name";"TYPE";"External-ID"\n"Cart 1";"Cart";"A1"\n'],
  ])("a file with %s makes its assets", async (_what, file, query = "") => {
    expect((await load("assets", file, query)).status).toBe(201);
    expect(await listed("assets")).toMatchObject([{ name: "Cart 1", type: "Cart", external_id: "A1" }]);
  });

  test.each([
    ["UTF-16 with a mark", Buffer.from("\uFEFFname;type\nÖlfass;Büro\n", "utf16le")],
    ["UTF-16 without a mark", Buffer.from("name;type\nÖlfass;Büro\n", "utf16le")],
    ["big-endian UTF-16", Buffer.from("\uFEFFname;type\nÖlfass;Büro\n", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("name;type\nÖlfass;Büro\n", "latin1")],
    ["UTF-8 with a mark", Buffer.from("\uFEFFname;type\nÖlfass;Büro\n")],
    ["decomposed letters, as macOS writes them", Buffer.from("name;type\nÖlfass;Büro\n".normalize("NFD"))],
    ["Mac Roman", Buffer.from("name;type\n\x85lfass;B\x9fro\n", "latin1")],
  ])("a file in %s is read as it was written", async (_what, file) => {
    expect((await load("assets", file)).status).toBe(201);
    expect(await listed("assets")).toMatchObject([{ name: "Ölfass", type: "Büro" }]);
  });

  test("a preview says how a file was read, and people may say another encoding and other columns", async () => {
    const bytes = Buffer.from("Name;Colour;Was;name\nCaf\x8e;red;Cart;x\n", "latin1");
    const first = await look("assets", bytes);
    expect(first).toMatchObject({
      state: "refused",
      file: {
        format: "csv",
        encoding: "macintosh",
        separator: ";",
        header_line: 1,
        columns: [
          { header: "Name", column: "name", note: null },
          { header: "Colour", column: null, note: "unknown" },
          { header: "Was", column: null, note: "unknown" },
          { header: "name", column: null, note: "double" },
        ],
        missing: ["type"],
        first_rows: [{ line: 2, cells: ["Café", "red", "Cart", "x"] }],
      },
    });
    const chosen = await look("assets", bytes, "&columns=name,description,type,&encoding=windows-1252");
    expect(chosen).toMatchObject({
      file: { encoding: "windows-1252", missing: [], first_rows: [{ cells: ["CafŽ", "red", "Cart", "x"] }] },
    });
    expect((await load("assets", bytes, "&columns=name,description,type,")).status).toBe(201);
    expect(await listed("assets")).toMatchObject([{ name: "Café", description: "red", type: "Cart" }]);
  });

  test.each([
    ["a comma in a text without quotes", "name,type,description\nCart 1,Cart,red, big\n", "4", "big"],
    ["quotes behind backslashes", 'name,type,description\nCart 1,Cart,"a \\"b\\", c"\n', "4", 'c"'],
    ["decimal commas", "name,hardware_type,mac,lat,lon\nG,GENERIC,AC:23:3F:0C:00:01,51,9,4,4\n", "6", "4, 4"],
  ])("a row with %s has more cells than its header, which is said", async (_what, file, column, value) => {
    const kind = file.includes("hardware") ? "hardwares" : "assets";
    expect((await load(kind, file)).content["details"]).toMatchObject([
      { row: 1, line: 2, column, value, message: "The row has more cells than the header" },
    ]);
    expect(await listed(kind)).toEqual([]);
  });

  test("decimal commas are read where commas do not separate, and degrees as maps write them", async () => {
    const file = `name;hardware_type;mac;lat;lon;z;measured_power
G1;kkm gateway;${aMac()};-36,8428;174,7748;2,5 m;−61
G2;Minew;${aMac()};51°54'0"N;4°24'0"E;1.234,5;
`;
    const refused = await load("hardwares", file.replace("1.234,5", "high"));
    expect(refused.content["details"]).toMatchObject([{ row: 2, line: 3, column: "z", value: "high" }]);
    expect((await load("hardwares", file.replace("1.234,5", "3,25"))).status).toBe(201);
    expect(await listed("hardwares")).toMatchObject([
      { name: "G1", lat: -36.8428, lon: 174.7748, properties: { z: 2.5, measured_power: -61, hardware_type: "KKM" } },
      { name: "G2", lat: 51.9, lon: 4.4, properties: { z: 3.25, hardware_type: "MINEW" } },
    ]);
  });

  test("a place in one column is read as map apps copy it", async () => {
    const file = `Gateway;Typ;MAC;Koordinaten
G1;GENERIC;${aMac()};51,9, 4,4
G2;GENERIC;${aMac()};https://www.openstreetmap.org/#map=17/51.9/4.4
G3;GENERIC;${aMac()};somewhere
`;
    expect((await load("hardwares", file)).content["details"]).toMatchObject([
      { line: 4, column: "lat", value: "somewhere" },
    ]);
    expect((await load("hardwares", file.slice(0, file.indexOf("G3")))).status).toBe(201);
    expect(await listed("hardwares")).toMatchObject([
      { lat: 51.9, lon: 4.4 },
      { lat: 51.9, lon: 4.4 },
    ]);
  });

  test("types are known by the names that screens show, and an unknown one is answered with them", async () => {
    const file = (type: string) => `name,type,mac\nT${++serial},${type},${aMac()}\n`;
    for (const type of ["Generic beacon", "generic", "RUUVITAG", "kkm tag"])
      expect([type, (await load("trackers", file(type))).status]).toEqual([type, 201]);
    const { content } = await load("trackers", file("Toaster"));
    expect(content["details"]).toMatchObject([
      {
        column: "type",
        value: "Toaster",
        code: "not_found",
        message: "must be one of KKM tag, Minew tag, RuuviTag, iBeacon, Eddystone beacon, Phone, Generic beacon",
      },
    ]);
  });

  test("a fault is named by its line in the file, after titles and cells of several lines", async () => {
    const file = 'sep=;\nCarts;;\nname;type;description\nA;Cart;"one\ntwo\nthree"\n\nB;;x\n';
    const { content } = await load("assets", file);
    expect(content["details"]).toMatchObject([{ row: 2, line: 8, column: "type" }]);
    expect((await look("assets", file))["rows"]).toMatchObject([{ row: 1 }, { row: 2, line: 8, status: "error" }]);
  });

  test("a name loses characters only if people ask for it, and the preview shows each", async () => {
    const file = "name,type\nPump A/B,Pump\n2.OG,Room\nPlain,Room\n";
    expect((await load("assets", file)).content["details"]).toMatchObject([
      { row: 1, column: "name", code: "char_not_allowed" },
      { row: 2, column: "name", code: "char_not_allowed" },
    ]);
    expect(await look("assets", file, "&replace_characters=true")).toMatchObject({
      state: "done",
      file: {
        replaced: [
          { row: 1, line: 2, column: "name", from: "Pump A/B", to: "Pump A-B" },
          { row: 2, line: 3, column: "name", from: "2.OG", to: "2-OG" },
        ],
      },
    });
    expect((await load("assets", file, "&replace_characters=true")).status).toBe(201);
    expect((await listed("assets")).map(({ name }) => name)).toEqual(["2-OG", "Plain", "Pump A-B"]);
  });
});

describe("a template", () => {
  test.each(["assets", "trackers", "hardwares"])("the template of %s can be imported as it is", async (kind) => {
    const template = (await send("GET", `${kind}/import-template?sample=true`)).text;
    const rows = template.trim().split("\r\n").length - 1;
    expect(await look(kind, template)).toMatchObject({ state: "done", created: rows, file: { missing: [] } });
  });

  test("a template has a row for each type that is accepted, by the name that screens show", async () => {
    const types = (await send("GET", "trackers/types")).content as unknown as { name: string }[];
    const template = (await send("GET", "trackers/import-template?sample=true")).text;
    expect(types.length).toBeGreaterThan(3);
    expect(template.split("\r\n").slice(1, -1)).toHaveLength(types.length);
    for (const { name } of types) expect(template).toContain(`,${name},`);
  });
});

describe.runIf(hasFieldCases)("field cases", () => {
  test("the field cases of tables are read as they should be", async () => {
    const human = await look("assets", fieldCase("csv-human-headers.csv"));
    expect(human).toMatchObject({
      file: {
        missing: [],
        columns: ["name", "type", "external_id", "description", "tracker_mac"].map((column) => ({ column })),
      },
    });
    const sep = await load("assets", fieldCase("csv-sep-line.csv"));
    expect([sep.status, (await listed("assets"))[0]]).toMatchObject([
      201,
      { name: "Cart 22", type: "Cart", external_id: "A1" },
    ]);
    const types = await load("trackers", fieldCase("csv-shown-type-names.csv"));
    expect(types.status).toBe(201);
    const decimal = await look("hardwares", fieldCase("csv-decimal-comma.csv"));
    // The test's site has no such floor; every number is accepted.
    expect((decimal["rows"] as { errors: { column: string }[] }[])[0]!.errors.map(({ column }) => column)).toEqual([
      "floor",
    ]);
    const excel = await look("assets", fieldCase("csv-is-xlsx.xlsx"));
    expect(excel).toMatchObject({ file: { format: "xlsx" } });
  });
});
