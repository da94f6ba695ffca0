import { z } from "zod";
import { ScimError } from "./scimError.ts";
import {
  bareName,
  fieldOf,
  isObject,
  keyOf,
  matchesFilter,
  parseFilter,
  type ScimFilter,
  type ScimObject,
} from "./scimFilter.ts";

/** A patch of RFC 7644 section 3.5.2. Entra writes the operations with capitals. */
const PatchBody = z.object({
  operations: z
    .array(
      z.object({
        op: z.string().transform((text) => text.toLowerCase()),
        path: z.string().max(1000).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});

interface Target {
  attribute: string;
  filter: ScimFilter | null;
  sub: string | null;
}

/** Lists to which `add` appends. */
const lists = new Set(["members", "emails", "roles", "phonenumbers", "addresses"]);

/**
 * A resource after a patch; the given one stays as it is. Takes what directories send beyond the standard, too: values
 * without a path, names with dots as their keys, lists around single values, and a `remove` that names its members in a
 * value. Attributes that we do not have are ignored. Throws a ScimError.
 */
export function patchedResource(resource: ScimObject, body: unknown): ScimObject {
  const operations = isObject(body) ? fieldOf(body, "Operations") : undefined;
  const parsed = PatchBody.safeParse({ operations: listOf(operations).map(lowerKeys) });
  if (!parsed.success)
    throw new ScimError(400, "A patch needs a list Operations of op, path and value", "invalidSyntax");
  const patched = structuredClone(resource);
  for (const { op, path, value } of parsed.data.operations) {
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw new ScimError(400, `${op.slice(0, 50)} is not one of add, replace, remove`, "invalidSyntax");
    if (path) applyAt(patched, op, path, value);
    else if (op === "remove") throw new ScimError(400, "remove needs a path", "noTarget");
    else if (!isObject(value))
      throw new ScimError(400, `${op} without a path needs an object as its value`, "invalidSyntax");
    else for (const [key, one] of Object.entries(value)) applyAt(patched, op, key, one);
  }
  return patched;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function lowerKeys(operation: unknown): unknown {
  if (!isObject(operation)) return operation;
  return Object.fromEntries(Object.entries(operation).map(([key, value]) => [key.toLowerCase(), value]));
}

function targetOf(path: string): Target | null {
  const isForeign = /^urn:/i.test(path) && bareName(path).startsWith("urn:");
  if (isForeign) return null;
  const match = /^([\w$]+)(?:\[(.+)\])?(?:\.([\w$]+))?$/.exec(
    path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, ""),
  );
  if (match === null) throw new ScimError(400, `This path cannot be read: ${path.slice(0, 100)}`, "invalidPath");
  const [, attribute = "", filter, sub = null] = match;
  return { attribute, filter: filter === undefined ? null : parseFilter(filter), sub };
}

function applyAt(resource: ScimObject, op: "add" | "replace" | "remove", path: string, value: unknown): void {
  const target = targetOf(path);
  if (target === null || /^(schemas|id|meta)$/i.test(target.attribute)) return;
  const key = keyOf(resource, target.attribute) ?? target.attribute;
  if (target.filter !== null) return applyToElements(resource, key, op, target.filter, target.sub, value);
  if (target.sub !== null) {
    const part = resource[key];
    const complex = isObject(part) ? part : {};
    const subKey = keyOf(complex, target.sub) ?? target.sub;
    if (op === "remove") delete complex[subKey];
    else complex[subKey] = single(value);
    resource[key] = complex;
    return;
  }
  if (lists.has(key.toLowerCase())) {
    resource[key] = listAfter(listOf(resource[key]), op, value);
    return;
  }
  if (op === "remove") delete resource[key];
  else if (isObject(value) && isObject(resource[key])) resource[key] = { ...resource[key], ...value };
  else resource[key] = single(value);
}

function listAfter(stored: unknown[], op: "add" | "replace" | "remove", value: unknown): unknown[] {
  const operands = value === undefined || value === null ? [] : [value].flat().map(asElement);
  const valuesOf = (elements: unknown[]) => new Set(elements.map((one) => (isObject(one) ? one["value"] : one)));
  if (op === "replace") return operands;
  if (op === "add") {
    const storedValues = valuesOf(stored);
    return [...stored, ...operands.filter((one) => !storedValues.has(one["value"]))];
  }
  // Without a value all of them go.
  const values = valuesOf(operands);
  return operands.length === 0 ? [] : stored.filter((one) => !values.has(isObject(one) ? one["value"] : one));
}

function applyToElements(
  resource: ScimObject,
  key: string,
  op: "add" | "replace" | "remove",
  filter: ScimFilter,
  sub: string | null,
  value: unknown,
): void {
  const elements = listOf(resource[key]).filter(isObject);
  const chosen = elements.filter((element) => matchesFilter(filter, element));
  if (op === "remove") {
    if (sub === null) resource[key] = elements.filter((element) => !chosen.includes(element));
    else for (const element of chosen) delete element[keyOf(element, sub) ?? sub];
    return;
  }
  if (chosen.length === 0) {
    // The element that the filter describes; Entra expects that it is made.
    const described: ScimObject =
      filter.kind === "compare" && filter.operator === "eq" ? { [filter.attribute]: filter.value } : {};
    elements.push(described);
    chosen.push(described);
  }
  for (const element of chosen)
    if (sub !== null) element[keyOf(element, sub) ?? sub] = single(value);
    else Object.assign(element, asElement(value));
  resource[key] = elements;
}

const asElement = (value: unknown): ScimObject => (isObject(value) ? value : { value });

/** A single value, also where it comes in a list or as `{value}`. */
function single(value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  return isObject(one) && "value" in one && Object.keys(one).length === 1 ? one["value"] : one;
}
