// Rules of forms speak in the same words as the server.
import "@pulse/contract/faultWords";
import { toCamelKey } from "@pulse/contract/wire";
import type { z } from "zod";
import type { RefusedField } from "../api/apiError.ts";
import { detailLine, detailText, type FieldWords } from "../api/detailText.ts";
import { valueAt } from "./formValues.ts";

/** The form's metadata of a field. */
export interface FieldMeta extends FieldWords {
  /** A value of the field as text for people. */
  show(value: unknown): string;
}

/** A fault in a body: its path and the catalogue's code. */
export interface FieldError {
  path: string;
  code: string;
  /** The English text, for codes that the catalogue does not know. */
  message: string;
  places?: Readonly<Record<string, unknown>>;
}

type Fields = ReadonlyMap<string, FieldMeta>;

/** The texts of faults at their fields; those that concern no field of this form are one text in `remaining`. */
export function placeErrors(
  errors: readonly FieldError[],
  fields: Fields,
): { at: Record<string, string>; remaining: string[] } {
  const at = new Map<string, Set<string>>();
  const remaining = new Set<string>();
  for (const { places, ...error } of errors) {
    const path = nearestField(error.path, fields);
    const detail = { ...places, ...error };
    if (path === null) remaining.add(detailLine(detail));
    else at.set(path, (at.get(path) ?? new Set()).add(detailText(detail, fields.get(path))));
  }
  return {
    at: Object.fromEntries([...at].map(([path, reasons]) => [path, [...reasons].join(". ")])),
    remaining: remaining.size === 0 ? [] : [[...remaining].join(". ")],
  };
}

/** The faults that the contract's own rule finds in a body. */
export function ruleErrors(rule: z.ZodType, body: unknown): FieldError[] {
  return (rule.safeParse(body).error?.issues ?? []).map((issue) => {
    const path = issue.path.join(".");
    const error = { path, message: issue.message };
    if (issue.code === "custom") return { ...error, code: customCode(issue.params, valueAt(body, path)) };
    if (issue.code === "too_small" || issue.code === "too_big")
      return issue.origin === "string"
        ? { ...error, ...lengthError(issue) }
        : { ...error, code: issue.origin === "array" ? "field_required" : "out_of_range" };
    // An empty number field, or nothing chosen; text that is not a number is wrong, not missing.
    const isEmpty = ["", null, undefined].includes(valueAt(body, path) as string | null | undefined);
    const isMissing = isEmpty && (issue.code === "invalid_type" || issue.code === "invalid_value");
    return { ...error, code: isMissing ? "field_required" : "invalid_parameter" };
  });
}

/** A server's refusals with our code's names: `buildings[1].floor_plans` becomes `buildings.1.floorPlans`. */
export function refusedFieldErrors(details: readonly RefusedField[]): FieldError[] {
  return details.map(({ path, code, message, ...places }) => ({
    path: path
      .replace(/\[(\d+)\]/g, ".$1")
      .split(".")
      .map(toCamelKey)
      .join("."),
    code,
    message,
    places,
  }));
}

function customCode(params: Record<string, unknown> | undefined, value: unknown): string {
  if (value === "") return "field_required";
  const code = params?.["code"];
  return typeof code === "string" ? code : "invalid_parameter";
}

function lengthError(issue: {
  code: string;
  minimum?: unknown;
  maximum?: unknown;
}): Omit<FieldError, "path" | "message"> {
  if (issue.code === "too_big") return { code: "too_long", places: { max: Number(issue.maximum) } };
  return issue.minimum === 1
    ? { code: "field_required" }
    : { code: "too_short", places: { min: Number(issue.minimum) } };
}

// A fault deep inside a field's value, such as its third item, belongs to the field.
function nearestField(path: string, fields: Fields): string | null {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) if (fields.has(at)) return at;
  return null;
}
