import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, test } from "vitest";
import { rawWorkbook, textCell } from "./support/rawWorkbook.ts";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";
import { zipOf } from "./support/zipOf.ts";

// Tables in workbooks of Excel and LibreOffice, and what else people take for one.
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

  // As libraries write a workbook that no spreadsheet has opened yet.
  test("a formula whose value a workbook does not have is named by row and column, and not read as empty", async () => {
    const header = `<row r="1">${textCell("A1", "name")}${textCell("B1", "type")}${textCell("C1", "external_id")}</row>`;
    const calculated =
      '<c r="B2" t="str"><f>UPPER("cart")</f><v>CART</v></c><c r="C2" t="str"><f>IF(1=2,"x","")</f><v/></c>';
    const fine = `<row r="2">${textCell("A2", "C1")}${calculated}</row>`;
    expect((await load("assets", await rawWorkbook(header + fine))).status).toBe(201);
    expect(await listed("assets")).toMatchObject([{ name: "C1", type: "CART", external_id: null }]);
    const open = `<row r="3">${textCell("A3", "C2")}${textCell("B3", "Cart")}<c r="C3"><f>"X-"&amp;A3</f></c></row>`;
    expect((await load("assets", await rawWorkbook(header + fine + open))).content["details"]).toMatchObject([
      { row: 1, column: "name" },
      {
        row: 2,
        line: 3,
        column: "external_id",
        message: "is a formula without its value. Open the file in a spreadsheet and save it",
      },
    ]);
  });

  test.each([
    ["000000", "000123"],
    ["&quot;INV-&quot;0000", "INV-0123"],
    ["#,##0", "123"],
    ["0", "123"],
  ])("a number with the format %s is read as %s, as people see it", async (format, shown) => {
    const header = `<row r="1">${textCell("A1", "name")}${textCell("B1", "type")}${textCell("C1", "external_id")}</row>`;
    const row = `<row r="2">${textCell("A2", "C1")}${textCell("B2", "Cart")}<c r="C2" s="1"><v>123</v></c></row>`;
    expect((await load("assets", await rawWorkbook(header + row, format))).status).toBe(201);
    expect(await listed("assets")).toMatchObject([{ external_id: shown }]);
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
    ["another archive", async () => zipOf({ "readme.txt": "hi" }), "The file is an archive without a table"],
    ["a damaged workbook", async () => (await writeXlsx(workbook(table()))).slice(0, 900), "The workbook is damaged"],
    ["an invalid workbook", async () => zipOf({ "xl/workbook.xml": "<nothing" }), "The workbook is damaged"],
    ["a PDF", async () => Buffer.from("%PDF-1.7\n"), "This is a PDF, not a table"],
    ["an empty workbook", async () => writeXlsx(workbook([])), "The file has no column name"],
  ])("%s is refused with the reason", async (_what, file, reason) => {
    expect(await reasonOf(await file())).toEqual([400, reason]);
  });

  test.each(["<html><table><tr><td>name</td></tr></table></html>", '\uFEFF<?xml version="1.0"?><Workbook/>'])(
    "a file that Excel opens though it is %j is refused with what to do",
    async (text) => {
      const reason = "This is a web page or XML. Open it in a spreadsheet and save it as .xlsx or CSV";
      expect(await reasonOf(Buffer.from(text))).toEqual([400, reason]);
    },
  );

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
