import type { Json, PackedColumn, PackedRows, Row } from "../format.ts";
import { timeText } from "../times/moveTimes.ts";

/** Digits of numbers that are kept: a hundredth of a metre in degrees. */
const maxDigits = 7;
/** So few different numbers are named instead of stepped through. */
const fewNumbers = 16;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Packs rows. Numbers lose the digits after the seventh; the order of a row's keys may change. */
export function packRows(rows: readonly Row[]): PackedRows {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...keys].map((key): [string, PackedColumn] => [key, packColumn(rows.map((row) => row[key]))]);
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

/** The rows that were packed. */
export function unpackRows({ count, columns }: PackedRows): Row[] {
  const rows = Array.from({ length: count }, (): Row => ({}));
  for (const [key, column] of Object.entries(columns)) {
    const values = unpackColumn(column, count);
    for (const [nth, row] of rows.entries()) if (values[nth] !== undefined) row[key] = values[nth];
  }
  return rows;
}

function packColumn(values: readonly (Json | undefined)[]): PackedColumn {
  if (values.every((value) => typeof value === "string" && timePattern.test(value)))
    return { kind: "times", steps: stepsOf(values.map((value) => Date.parse(value as string))) };
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === values.length && new Set(numbers).size > fewNumbers) {
    const scale = 10 ** Math.max(...numbers.map(digitsOf));
    return { kind: "numbers", scale, steps: stepsOf(numbers.map((value) => Math.round(value * scale))) };
  }
  const objects = values.filter((value) => isObject(value));
  if (objects.length > 0 && values.every((value) => isObject(value) || value === null || value === undefined)) {
    const presence = values.map((value) => (isObject(value) ? 1 : value === null ? 0 : -1));
    return { kind: "objects", of: packRows(objects), in: objects.length === values.length ? 1 : presence };
  }
  const found = new Map<string, number>();
  const of = values.map((value) => {
    if (value === undefined) return -1;
    const text = JSON.stringify(value);
    return found.get(text) ?? found.set(text, found.size).size - 1;
  });
  const isSame = of.every((nth) => nth === of[0]);
  return {
    kind: "values",
    values: [...found.keys()].map((text) => JSON.parse(text) as Json),
    of: isSame ? of[0]! : of,
  };
}

function unpackColumn(column: PackedColumn, count: number): (Json | undefined)[] {
  if (column.kind === "times") return sumsOf(column.steps).map(timeText);
  if (column.kind === "numbers") return sumsOf(column.steps).map((sum) => sum / column.scale);
  if (column.kind === "objects") {
    const objects = unpackRows(column.of);
    if (column.in === 1) return objects;
    const next = objects.values();
    return column.in.map((presence) => (presence === 1 ? next.next().value : presence === 0 ? null : undefined));
  }
  const { values, of } = column;
  return typeof of === "number" ? Array.from({ length: count }, () => values[of]) : of.map((nth) => values[nth]);
}

const isObject = (value: Json | undefined): value is Row =>
  value !== undefined && value !== null && typeof value === "object" && !Array.isArray(value);

/** Digits behind the point; of a number in scientific notation the most that are kept. */
const digitsOf = (value: number): number => {
  const text = String(value);
  return text.includes("e") ? maxDigits : Math.min(maxDigits, text.split(".")[1]?.length ?? 0);
};

const stepsOf = (whole: readonly number[]): number[] => whole.map((value, nth) => value - (whole[nth - 1] ?? 0));

function sumsOf(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}
