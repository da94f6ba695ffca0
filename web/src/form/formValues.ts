/** A form's values by field name; a dotted path such as `config.geofenceExitTimeout` reaches nested values. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The value under a path; undefined if there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (at as FormValues | undefined | null)?.[key], values);
}

/** The same values with a different one under a path. */
export function withValue<V>(values: V, path: string, value: unknown): V {
  const [key = "", ...rest] = path.split(".");
  const inner = rest.length === 0 ? value : withValue((values as FormValues)[key], rest.join("."), value);
  if (Array.isArray(values)) return values.with(Number(key), inner) as V;
  return { ...values, [key]: inner };
}

/** Whether two values of a field are the same; they are plain JSON. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The paths of the fields in which two sets of values differ; a list is one field. */
export function changedPaths(from: unknown, to: unknown, path = ""): string[] {
  if (sameValue(from, to)) return [];
  if (!isTree(from) || !isTree(to)) return [path];
  return Object.keys(to).flatMap((key) => changedPaths(from[key], to[key], path === "" ? key : `${path}.${key}`));
}

/**
 * How many fields differ, as a person counts them: in a list of things, each one added or removed is one change, and those
 * in both lists are compared field by field. Things have a key or an id; any other list of objects, such as the corners of a
 * drawing, is one field.
 */
export function changeCount(from: unknown, to: unknown): number {
  if (sameValue(from, to)) return 0;
  if (isTree(from) && isTree(to)) return Object.keys(to).reduce((sum, key) => sum + changeCount(from[key], to[key]), 0);
  if (!Array.isArray(from) || !Array.isArray(to)) return 1;
  const [before, after] = [byName(from), byName(to)];
  if (before === null || after === null) return 1;
  const removed = [...before.keys()].filter((name) => !after.has(name)).length;
  const rest = [...after].map(([name, item]) => (before.has(name) ? changeCount(before.get(name), item) : 1));
  // Of the same things in another order, the order is what changed.
  return Math.max(
    1,
    rest.reduce((sum, count) => sum + count, removed),
  );
}

/** The items of a list by what identifies them; null where nothing does. */
function byName(list: readonly unknown[]): Map<unknown, unknown> | null {
  const names = list.map((item) => (isTree(item) ? (item["key"] ?? item["id"]) : item));
  return names.every((name) => typeof name === "string") ? new Map(names.map((name, nth) => [name, list[nth]])) : null;
}

/** The saved values with what was typed in the form while they were on their way on top. */
export function withTypedSince<V extends FormValues>(saved: V, whenSent: V, now: V): V {
  return changedPaths(whenSent, now).reduce((values, path) => withValue(values, path, valueAt(now, path)), saved);
}

function isTree(value: unknown): value is FormValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
