import { toCamelKey } from "@pulse/contract/wire";
import type { z } from "zod";
import type { RefusedField } from "../api/apiError.ts";
import { texts } from "../text/translate.ts";
import { valueAt } from "./formValues.ts";

/** The form's metadata of a field. */
export interface FieldMeta {
  label: string;
  /** The limits of a number. */
  range?: readonly [min: number, max: number];
  /** A value of the field as text for people. */
  show(value: unknown): string;
}

/** A fault in a body: its path and the catalogue's code. */
export interface Fault {
  path: string;
  code: string;
  /** The English text, for codes that the catalogue does not know. */
  message: string;
  places?: Readonly<Record<string, unknown>>;
}

type Fields = ReadonlyMap<string, FieldMeta>;

/** The text of each fault at its field; faults that concern no field of this form are in `rest`. */
export function placeFaults(faults: readonly Fault[], fields: Fields): { at: Record<string, string>; rest: string[] } {
  const at: Record<string, string> = {};
  const rest: string[] = [];
  for (const fault of faults) {
    const path = nearestField(fault.path, fields);
    const text = faultText(fault, path === null ? undefined : fields.get(path));
    if (path === null) rest.push(text);
    else at[path] ??= text;
  }
  return { at, rest };
}

/** The faults that the contract's own rule finds in a body. */
export function ruleFaults(rule: z.ZodType, body: unknown): Fault[] {
  return (rule.safeParse(body).error?.issues ?? []).map((issue) => {
    const path = issue.path.join(".");
    const fault = { path, message: issue.message };
    if (issue.code === "custom") return { ...fault, code: customCode(issue.params, valueAt(body, path)) };
    if (issue.code === "too_small" || issue.code === "too_big")
      return issue.origin === "string"
        ? { ...fault, ...lengthFault(issue) }
        : { ...fault, code: issue.origin === "array" ? "field_required" : "out_of_range" };
    // An empty number field, or nothing chosen; text that is not a number is wrong, not missing.
    const isEmpty = ["", null, undefined].includes(valueAt(body, path) as string | null | undefined);
    const isMissing = isEmpty && (issue.code === "invalid_type" || issue.code === "invalid_value");
    return { ...fault, code: isMissing ? "field_required" : "invalid_parameter" };
  });
}

/** A server's refusals with our code's names: `buildings[1].floor_plans` becomes `buildings.1.floorPlans`. */
export function refusalFaults(details: readonly RefusedField[]): Fault[] {
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

function lengthFault(issue: { code: string; minimum?: unknown; maximum?: unknown }): Omit<Fault, "path" | "message"> {
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

function faultText({ code, message, places: said }: Fault, field: FieldMeta | undefined): string {
  const names = namesIn(said?.["items"]);
  if (code === "in_use" && names !== "") return texts.t("form.fault.in_use_by", { names });
  const [min, max] = field?.range ?? [];
  const values: Record<string, unknown> = {
    ...(field === undefined ? {} : { entity: field.label }),
    ...(min === undefined ? {} : { min, max }),
    // The rule's own text starts with the character.
    char: message.split(" ")[0],
    ...said,
  };
  const key = [`form.fault.${code}`, `errors.${code}`].find((each) => texts.exists(each));
  if (key === undefined) return message === "" ? texts.t("errors.invalid_parameter") : message;
  const places = texts.t(key, { skipInterpolation: true }).matchAll(/\{\{(\w+)\}\}/g);
  // If a placeholder has no value, the server's text is used: it has them all filled in.
  const isFilled = [...places].every(([, name = ""]) => name in values);
  return isFilled || message === "" ? texts.t(key, values) : message;
}

/** The names of the things in the way. */
function namesIn(items: unknown): string {
  return Array.isArray(items) ? (items as { name: string }[]).map(({ name }) => name).join(", ") : "";
}
