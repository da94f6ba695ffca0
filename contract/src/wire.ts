import { areas } from "./areas.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

// The access map is the one object keyed by data: its keys are area names and keep their spelling on both sides.
const verbatim: ReadonlySet<string> = new Set(areas);

/** `customerCode` → `customer_code`. */
export function toSnakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `customer_code` → `customerCode`; area names stay as they are. */
export function toCamelKey(key: string): string {
  return verbatim.has(key) ? key : key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A value of our code as it goes over the wire: keys in snake_case at every depth, values untouched, `undefined` left out.
 * @param without further keys to leave out, at every depth
 */
export function toWire(value: unknown, without?: ReadonlySet<string>): Json {
  return rekey(value, toSnakeKey, without);
}

/** A value from the wire as our code reads it: keys in camelCase at every depth, values untouched. */
export function fromWire(value: unknown): unknown {
  return rekey(value, toCamelKey);
}

/** Query parameters as they go into a URL: snake_case names, lists joined by commas, `undefined` left out. */
export function toQueryString(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    parameters.set(
      toSnakeKey(key),
      list.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join(","),
    );
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

function rekey(value: unknown, rename: (key: string) => string, without?: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item) => rekey(item, rename, without));
  if (value instanceof Date) return value.toISOString();
  if (value !== null && typeof value === "object") {
    // fromEntries defines own properties: a key such as __proto__ from the wire is a plain key and sets no prototype.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => item !== undefined && !without?.has(key))
        .map(([key, item]) => [rename(key), rekey(item, rename, without)]),
    );
  }
  return value as Json;
}
