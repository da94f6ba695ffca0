import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, test } from "vitest";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";
import { zipOf } from "./support/zipOf.ts";

// Cells in which a spreadsheet shows an error instead of a value.
const { here, send, load, aFreshSite } = siteWithAdmin();
beforeEach(async () => void (await aFreshSite()));

const noValue = "is an error of the spreadsheet and not a value";
const tooWide = "was wider than its column in the spreadsheet, so the file does not have it";
const assets = async (): Promise<Record<string, unknown>[]> =>
  (await send("GET", `assets?site_id=${here.site.id}&sort_fields=name&sort_order=asc`)).content;
const faultsOf = async (kind: string, file: string | Uint8Array, query = "") => {
  const { status, content } = await load(kind, file, query);
  expect([status, content["code"]]).toEqual([400, "import_refused"]);
  return content["details"] as { row: number; line: number; column: string; value: string; message: string }[];
};

/** A sheet as LibreOffice saves it: an error is an empty text, marked as such, with what the screen shows. */
function odsWithErrors(...rows: readonly string[][]): Promise<Buffer> {
  const cell = (text: string): string =>
    text.startsWith("#")
      ? `<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>${text}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const names = ["office", "table", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const table = rows.map((cells) => `<table:table-row>${cells.map(cell).join("")}</table:table-row>`).join("");
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<?xml version="1.0"?><office:document-content ${names.join(" ")} xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:body><office:spreadsheet><table:table table:name="S">${table}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

describe("an error of a spreadsheet in a cell", () => {
  const rows = [
    ["name", "type", "external_id"],
    ["Cart 1", "Cart", "#N/A"],
    ["#REF!", "Cart", "A2"],
    ["Cart 3", "#DIV/0!", "#VALUE!"],
  ];
  test.each([
    ["xlsx", () => writeXlsx({ sheets: [{ name: "S", rows }] })],
    ["ods", () => writeOds({ sheets: [{ name: "S", rows }] })],
    ["ods of LibreOffice", () => odsWithErrors(...rows)],
    ["csv", async () => Buffer.from(rows.map((cells) => cells.join(",")).join("\n"))],
  ] as const)("an error in a cell (%s) is named by row and column, and nothing is imported", async (_what, file) => {
    expect(await faultsOf("assets", await file())).toMatchObject([
      { row: 1, line: 2, column: "external_id", value: "#N/A", message: noValue },
      { row: 2, line: 3, column: "name", value: "#REF!", message: noValue },
      { row: 3, line: 4, column: "type", value: "#DIV/0!", message: noValue },
      { row: 3, line: 4, column: "external_id", value: "#VALUE!", message: noValue },
    ]);
    expect(await assets()).toEqual([]);
  });

  const errors =
    "#N/A #NV #BEZUG! #WERT! #ZAHL! #NAME? #NULL! #ÜBERLAUF! #KALK! #SPILL! #ERROR! #VALEUR! #¿NOMBRE? #¡REF!";
  test.each(`${errors} #DZIEL/0! Err:502 Fehler:502 #GETTING_DATA`.split(" "))(
    "%s is no value, whatever the language of its spreadsheet",
    async (error) => {
      expect(await faultsOf("assets", `name;type\nCart 1;${error}\n`)).toMatchObject([
        { row: 1, line: 2, column: "type", value: error, message: noValue },
      ]);
    },
  );

  test("a number that was wider than its column is named as such", async () => {
    expect(await faultsOf("assets", "name;type;external_id\nCart 1;Cart;#####\n")).toMatchObject([
      { row: 1, line: 2, column: "external_id", value: "#####", message: tooWide },
    ]);
  });

  test("texts that begin with the same characters stay texts", async () => {
    const texts = ["#1", "# 5", "#REF! is gone", "#7A", "Error:12", "Forklift!"];
    const file = `name,type,external_id\n${texts.map((text, nth) => `Cart ${nth},Cart,${text}\n`).join("")}`;
    expect((await load("assets", file)).status).toBe(201);
    expect(await assets()).toMatchObject(texts.map((text) => ({ external_id: text })));
  });

  test("an error is one fault of its cell, also where a number or an identity is expected", async () => {
    const gateways = `name,hardware_type,mac,lat,lon,z\nG 1,GENERIC,#N/A,51.9,4.4,#REF!\n`;
    expect(await faultsOf("hardwares", gateways)).toMatchObject([
      { column: "mac", value: "#N/A", message: noValue },
      { column: "z", value: "#REF!", message: noValue },
    ]);
    const place = `name,hardware_type,mac,coordinates\nG 1,GENERIC,AC:23:3F:0C:00:01,#N/A\n`;
    expect(await faultsOf("hardwares", place)).toMatchObject([{ column: "lat", value: "#N/A", message: noValue }]);
  });

  test("an error as a name is not turned into a name by replacing its characters", async () => {
    const file = "name,type\n#N/A,Cart\nPump A/B,Pump\n";
    const { status, content } = await load("assets", file, "&dry_run=true&replace_characters=true");
    expect([status, content]).toMatchObject([
      200,
      { state: "refused", file: { replaced: [{ line: 3, from: "Pump A/B" }] } },
    ]);
    expect(await faultsOf("assets", file, "&replace_characters=true")).toMatchObject([
      { row: 1, column: "name", value: "#N/A", message: noValue },
    ]);
  });

  test("a file that changes things leaves a thing with an error in its row as it was", async () => {
    await load("assets", "name,type,description\nA1,Cart,kept\nA2,Cart,old\n");
    const file = "name,type,description\nA1,Cart,#REF!\nA2,Cart,new\n";
    expect(await faultsOf("assets", file, "&update_by=name")).toMatchObject([
      { row: 1, line: 2, column: "description", value: "#REF!", message: noValue },
    ]);
    expect(await assets()).toMatchObject([{ description: "kept" }, { description: "old" }]);
  });
});
