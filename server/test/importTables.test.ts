import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, test } from "vitest";
import { fieldCase, hasFieldCases } from "./support/fieldCases.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";
import { zipOf } from "./support/zipOf.ts";

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
const reasonOf = async (file: string | Uint8Array, kind = "assets") => {
  const { status, content } = await load(kind, file);
  return [status, (content["details"] as { message: string }[] | undefined)?.[0]?.message];
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
    ["quotes around everything", '"Name";"TYPE";"External-ID"\n"Cart 1";"Cart";"A1"\n'],
  ])("a file with %s makes its assets", async (_what, file) => {
    expect((await load("assets", file)).status).toBe(201);
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

const workbook = (rows: (string | number | boolean | null)[][], name = "Sheet1") => ({ sheets: [{ name, rows }] });
const table = (mac = aMac()) => [
  ["Gateways", null, null, null, null],
  [null, null, null, null, null],
  ["Name", "Typ", "MAC", "Breite", "Höhe (m)"],
  ["G 1", "Minew gateway", mac, 51.9, "2,5"],
];

describe("a workbook", () => {
  test.each([
    ["xlsx", writeXlsx],
    ["ods", writeOds],
  ] as const)(
    "a workbook (.%s) makes its gateways, with its rows named as the spreadsheet does",
    async (format, write) => {
      const good = await write(workbook(table()));
      expect(await look("hardwares", good)).toMatchObject({
        state: "done",
        file: { format, encoding: null, header_line: 3, first_rows: [{ line: 4 }] },
      });
      expect((await load("hardwares", good)).status).toBe(201);
      expect(await listed("hardwares")).toMatchObject([{ name: "G 1", lat: 51.9, properties: { z: 2.5 } }]);
      const bad = await write(workbook(table("nonsense")));
      expect((await load("hardwares", bad)).content["details"]).toMatchObject([{ row: 1, line: 4, column: "mac" }]);
    },
  );

  test("a LibreOffice workbook with rows that are repeated on each page, or grouped, is read with them", async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const row = (...texts: string[]) => `<table:table-row>${texts.map(cell).join("")}</table:table-row>`;
    const empty =
      '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const names = ["office", "table", "text"].map(
      (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
    );
    const file = await zipOf({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<?xml version="1.0"?><office:document-content ${names.join(" ")}><office:body><office:spreadsheet><table:table table:name="S">
        <table:table-header-rows>${row("name", "type")}</table:table-header-rows>${empty}
        <table:table-row-group table:display="false">${row("Cart 1", "Cart")}<table:table-row-group>${row("Cart 2", "Cart")}</table:table-row-group></table:table-row-group>
        </table:table></office:spreadsheet></office:body></office:document-content>`,
    });
    expect(await look("assets", file)).toMatchObject({
      state: "done",
      total: 2,
      file: { header_line: 1, first_rows: [{ line: 4 }, { line: 5 }] },
    });
  });

  test("a workbook is read from the sheet that has the columns", async () => {
    const notes = { name: "Notes", rows: [["Made by us"], ["in 2026"]] };
    const file = await writeXlsx({
      sheets: [
        notes,
        {
          name: "Carts",
          rows: [
            ["name", "type"],
            ["A", true],
            [17, "x"],
          ],
        },
      ],
    });
    expect((await load("assets", file)).status).toBe(201);
    expect(await listed("assets")).toMatchObject([
      { name: "17", type: "x" },
      { name: "A", type: "true" },
    ]);
  });

  test.each([
    [
      "an old workbook",
      async () => Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "latin1"),
      "This is an old or protected Excel workbook. Save it as .xlsx or CSV",
    ],
    [
      "a binary workbook",
      async () => zipOf({ "xl/workbook.bin": "x" }),
      "This is a binary workbook (.xlsb). Save it as .xlsx or CSV",
    ],
    [
      "a document of Numbers",
      async () => zipOf({ "Index/Document.iwa": "x", "preview.jpg": "x" }),
      "This is a document of Apple Numbers. Export it as .xlsx or CSV",
    ],
    ["a text document", async () => zipOf({ "word/document.xml": "<w/>" }), "This is a text document, not a table"],
    ...["<html><table><tr><td>name</td></tr></table></html>", '\uFEFF<?xml version="1.0"?><Workbook/>'].map(
      (text) =>
        [
          `a file that begins with ${text.slice(0, 6)}`,
          async () => Buffer.from(text),
          "This is a web page or XML. Open it in a spreadsheet and save it as .xlsx or CSV",
        ] as const,
    ),
    ["another archive", async () => zipOf({ "readme.txt": "hi" }), "The file is an archive without a table"],
    ["a damaged workbook", async () => (await writeXlsx(workbook(table()))).slice(0, 900), "The workbook is damaged"],
    ["an invalid workbook", async () => zipOf({ "xl/workbook.xml": "<nothing" }), "The workbook is damaged"],
    ["a PDF", async () => Buffer.from("%PDF-1.7\n"), "This is a PDF, not a table"],
    ["an empty workbook", async () => writeXlsx(workbook([])), "The file has no column name"],
  ])("%s is refused with the reason", async (_what, file, reason) => {
    expect(await reasonOf(await file())).toEqual([400, reason]);
  });

  test("a workbook that unpacks to too much is refused before it is read", async () => {
    const bomb = await zipOf({
      "xl/workbook.xml": "x",
      "xl/worksheets/sheet1.xml": Buffer.alloc(300 * 1024 * 1024, 32),
    });
    const { status, content } = await load("assets", bomb);
    expect([status, content["code"], content["message"]]).toEqual([
      413,
      "file_too_large",
      "File size must be under 256 MB",
    ]);
  });

  test("a LibreOffice workbook that unpacks to too much is refused, too", async () => {
    const bomb = await zipOf({ "content.xml": Buffer.alloc(300 * 1024 * 1024, 32) });
    expect((await load("assets", bomb)).status).toBe(413);
  });

  test("a workbook with a path that leads out of it is refused", async () => {
    const plain = await zipOf({ "xl/workbook.xml": "x", "aaa/evil.xml": "<a/>" });
    const tricked = Buffer.from(plain.toString("latin1").replaceAll("aaa/evil", "../../ev"), "latin1");
    expect(await reasonOf(tricked)).toEqual([400, "The workbook is damaged"]);
  });

  test("a workbook of two cells far apart is refused instead of taking all memory", async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>';
    const book =
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
    const rels =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';
    const root =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>';
    const file = await zipOf({
      "_rels/.rels": root,
      "xl/workbook.xml": book,
      "xl/_rels/workbook.xml.rels": rels,
      "xl/worksheets/sheet1.xml": sheet,
    });
    const { status } = await load("assets", file);
    expect(status).toBe(400);
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
