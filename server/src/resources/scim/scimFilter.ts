import { ScimError } from "./scimError.ts";

/** A resource or a part of one. */
export type ScimObject = { [key: string]: unknown };

/** A filter of RFC 7644 section 3.4.2.2. */
export type ScimFilter =
  | { kind: "and"; left: ScimFilter; right: ScimFilter }
  | { kind: "or"; left: ScimFilter; right: ScimFilter }
  | { kind: "not"; of: ScimFilter }
  /** `emails[type eq "work"]`: an element of a list meets the inner filter. */
  | { kind: "some"; attribute: string; of: ScimFilter }
  | { kind: "compare"; attribute: string; operator: Operator; value: unknown };

const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"] as const;
type Operator = (typeof operators)[number];

/** Deeper nesting is nobody's filter. */
const maxDepth = 10;
const token = /\s*(?:(\(|\)|\[|\])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** Reads a filter. Throws `invalidFilter`. */
export function parseFilter(text: string): ScimFilter {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = (): string | undefined => tokens[at];
  const isWord = (word: string): boolean => peek()?.toLowerCase() === word;
  const take = (): string => {
    const next = tokens[at++];
    if (next === undefined) throw unreadable(text);
    return next;
  };
  const expectToken = (expected: string): void => {
    if (take() !== expected) throw unreadable(text);
  };

  const or = (depth: number): ScimFilter => {
    if (depth > maxDepth) throw unreadable(text);
    let left = and(depth);
    while (isWord("or")) {
      take();
      left = { kind: "or", left, right: and(depth) };
    }
    return left;
  };
  const and = (depth: number): ScimFilter => {
    let left = term(depth);
    while (isWord("and")) {
      take();
      left = { kind: "and", left, right: term(depth) };
    }
    return left;
  };
  const term = (depth: number): ScimFilter => {
    if (isWord("not") && tokens[at + 1] === "(") {
      take();
      return { kind: "not", of: term(depth) };
    }
    if (peek() === "(") {
      take();
      const inner = or(depth + 1);
      expectToken(")");
      return inner;
    }
    const attribute = take();
    if (peek() === "[") {
      take();
      const of = or(depth + 1);
      expectToken("]");
      return { kind: "some", attribute, of };
    }
    const operator = take().toLowerCase() as Operator;
    if (!operators.includes(operator)) throw unreadable(text);
    return { kind: "compare", attribute, operator, value: operator === "pr" ? null : literal(take(), text) };
  };

  const filter = or(0);
  if (at < tokens.length) throw unreadable(text);
  return filter;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== "") {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw unreadable(text.slice(from));
    tokens.push(match[1] ?? match[2] ?? match[3]!);
  }
  return tokens;
}

function literal(text: string, whole: string): unknown {
  try {
    // Entra writes True and False.
    return JSON.parse(/^(true|false|null)$/i.test(text) ? text.toLowerCase() : text);
  } catch {
    throw unreadable(whole);
  }
}

const unreadable = (text: string): ScimError =>
  new ScimError(400, `This filter cannot be read: ${text.slice(0, 100)}`, "invalidFilter");

/** Whether a resource meets a filter. Names and texts are compared without case, but ids exactly. */
export function matchesFilter(filter: ScimFilter, resource: ScimObject): boolean {
  if (filter.kind === "and") return matchesFilter(filter.left, resource) && matchesFilter(filter.right, resource);
  if (filter.kind === "or") return matchesFilter(filter.left, resource) || matchesFilter(filter.right, resource);
  if (filter.kind === "not") return !matchesFilter(filter.of, resource);
  const values = [valueAt(resource, filter.attribute)].flat();
  if (filter.kind === "some") return values.some((one) => isObject(one) && matchesFilter(filter.of, one));
  const { operator, value } = filter;
  return values.some((one) => compares(isObject(one) ? one["value"] : one, operator, value));
}

/** The value that a filter asks an attribute to have, if it must have it; undefined: it may have others. */
export function requiredValue(filter: ScimFilter, attribute: string): unknown {
  if (filter.kind === "and") return requiredValue(filter.left, attribute) ?? requiredValue(filter.right, attribute);
  const isIt =
    filter.kind === "compare" && filter.operator === "eq" && bareName(filter.attribute) === attribute.toLowerCase();
  return isIt ? filter.value : undefined;
}

/** The value of `name.givenName` and the like; of a list, what its elements have. */
function valueAt(resource: ScimObject, path: string): unknown {
  return bareName(path)
    .split(".")
    .reduce<unknown>((part, key) => {
      if (Array.isArray(part)) return part.flatMap((one) => (isObject(one) ? [fieldOf(one, key)] : []));
      return isObject(part) ? fieldOf(part, key) : undefined;
    }, resource);
}

/** The lower-case name of an attribute without the address of its schema. */
export function bareName(path: string): string {
  return path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, "").toLowerCase();
}

/** A field by its name in any case. */
export function fieldOf(object: ScimObject, name: string): unknown {
  const key = keyOf(object, name);
  return key === undefined ? undefined : object[key];
}

export function keyOf(object: ScimObject, name: string): string | undefined {
  return Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase());
}

export function isObject(value: unknown): value is ScimObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const comparisons: Readonly<Record<Exclude<Operator, "pr">, (one: string, other: string) => boolean>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

function compares(actual: unknown, operator: Operator, expected: unknown): boolean {
  if (operator === "pr") return actual !== undefined && actual !== null && actual !== "";
  if (actual === undefined || actual === null) return operator === "ne" && expected !== null;
  return comparisons[operator](plainText(actual), plainText(expected));
}

/** A value as it is compared: texts, numbers and truth values in lower case; nothing else equals anything. */
function plainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).toLowerCase()
    : "";
}
