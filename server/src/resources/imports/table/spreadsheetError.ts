import type { ErrorDetail } from "@pulse/contract/errors";

/**
 * What Excel, LibreOffice and Google Sheets show where a formula has no value: `#REF!`, `#BEZUG!`, `#¿NOMBRE?`, and the few
 * without a mark at the end. A workbook has the English ones, a file of text those of its writer's language.
 */
const errorCell =
  /^#[¡¿]?\p{Lu}[\p{Lu}/_0]*[!?]$|^#(?:N\/A|NV|N\/D|N\/B|I\/T|YOK|GETTING_DATA|DATEN_ABRUFEN)$|^(?:Err|Fehler):\d{3}$/u;
/** What they write into a file of text for a number or a date that is wider than its column. */
const narrowCell = /^#{2,}$/;

/** How the cell of a formula is read whose value its workbook does not have, since no spreadsheet has calculated it yet. */
export const formulaWithoutValue = "#FORMULA!";

/** Why a cell has no value although it is not empty; null: it has one. */
export function spreadsheetError(cell: string): Pick<ErrorDetail, "code" | "message"> | null {
  if (!/^[#EF]/.test(cell)) return null;
  if (cell === formulaWithoutValue)
    return {
      code: "invalid_parameter",
      message: "is a formula without its value. Open the file in a spreadsheet and save it",
    };
  if (errorCell.test(cell))
    return { code: "invalid_parameter", message: "is an error of the spreadsheet and not a value" };
  if (narrowCell.test(cell))
    return {
      code: "invalid_parameter",
      message: "was wider than its column in the spreadsheet, so the file does not have it",
    };
  return null;
}
