import { texts } from "../text/translate.ts";
import type { RefusedField } from "./apiError.ts";
import { asSentence, reasonText } from "./reasonText.ts";

/** What is known about the field that a detail concerns. */
export interface FieldWords {
  label: string;
  /** The limits of a number. */
  range?: readonly [min: number, max: number];
}

/** Codes that say only that something is wrong, with the catalogue's English; a server's other sentence says what. */
const vagueCodes: Readonly<Record<string, string>> = {
  invalid_parameter: "Invalid value was entered",
  not_found: "Not found",
  operation_not_allowed: "You are not allowed to do this",
  location_invalid: "Invalid location",
  already_exists: "Already exists",
  file_type_invalid: "This file type is not accepted",
};

/** Why a field was refused, in the person's language: the text of the detail's code, or the server's sentence if it says more. */
export function detailText({ path: _path, ...detail }: RefusedField, field?: FieldWords): string {
  const { code, message, items = [], ...parameters } = detail;
  if (code === "in_use" && items.length > 0)
    return texts.t("form.fault.in_use_by", { names: items.map(({ name }) => name).join(", ") });
  const label = field === undefined ? {} : { entity: field.label };
  const [min, max] = field?.range ?? [];
  const values: Record<string, unknown> = {
    ...label,
    ...(min === undefined ? {} : { min, max }),
    // The rule's own text starts with the character.
    char: message.split(" ")[0],
    ...parameters,
  };
  const text = codeText(code, values);
  const saysMore = message !== "" && (text === null || (vagueCodes[code] ?? message) !== message);
  return asSentence(saysMore ? (reasonText(message, label) ?? message) : (text ?? texts.t("errors.invalid_parameter")));
}

/** The text of a code; null if there is none, or if a placeholder has no value. */
function codeText(code: string, values: Readonly<Record<string, unknown>>): string | null {
  const key = [`form.fault.${code}`, `errors.${code}`].find((each) => texts.exists(each));
  if (key === undefined) return null;
  const places = texts.t(key, { skipInterpolation: true }).matchAll(/\{\{(\w+)\}\}/g);
  return [...places].every(([, name = ""]) => name in values) ? texts.t(key, values) : null;
}

/** The same where no field shows it, so with the name of the field or row. */
export function detailLine(detail: RefusedField): string {
  const { path, code, message, row, line: fileLine } = detail;
  const name = fieldName(path);
  const text = detailText(detail, name === "" ? undefined : { label: name });
  const line = name !== "" && isPredicate(code, message) ? `${name}: ${text}` : text;
  if (typeof fileLine === "number") return `${texts.t("things.import.line", { line: fileLine })}: ${line}`;
  return typeof row === "number" && row > 0 ? `${texts.t("things.import.row", { row })}: ${line}` : line;
}

/** Whether a sentence lacks a subject, as "must be a number" does. */
function isPredicate(code: string, message: string): boolean {
  return code === "field_required" || (/^\p{Ll}/u.test(message) && code in vagueCodes);
}

/** "geofence exit timeout" for `config.geofence_exit_timeout`; empty if it is about the whole request. */
function fieldName(path: string): string {
  const name =
    path
      .replaceAll(/[.[]\d+\]?/g, "")
      .split(".")
      .at(-1) ?? "";
  const isWhole = name === "body" || name === "file";
  return isWhole
    ? ""
    : name.replaceAll("_", " ").replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
