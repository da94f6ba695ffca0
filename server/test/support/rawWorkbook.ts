import { zipOf } from "./zipOf.ts";

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** A cell of text. */
export const textCell = (ref: string, text: string): string =>
  `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;

/**
 * An Excel workbook of one sheet, from the XML of its rows: what other programs write and a library's writer does not.
 * @param numberFormat of the cells with `s="1"`
 */
export function rawWorkbook(rows: string, numberFormat?: string): Promise<Buffer> {
  const styles =
    numberFormat === undefined
      ? {}
      : {
          "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${numberFormat}"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
        };
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`;
  return zipOf({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels": `<Relationships xmlns="${packages}">${relation(1, "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}">${relation(1, "worksheet", "worksheets/sheet1.xml")}${relation(2, "styles", "styles.xml")}</Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...styles,
  });
}
