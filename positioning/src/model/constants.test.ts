import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { COST, COST_CONSTANTS } from "../cost/costConstants.ts";
import { ENGINE, ENGINE_CONSTANTS } from "../engine/engineConstants.ts";
import { FIX, FIX_CONSTANTS } from "../fix/fixConstants.ts";
import { LEARN, LEARN_CONSTANTS } from "../learn/learnConstants.ts";
import { SMOOTH, SMOOTH_CONSTANTS } from "../smooth/smoothConstants.ts";
import { WINDOW, WINDOW_CONSTANTS } from "../window/windowConstants.ts";
import type { Constant } from "./constants.ts";
import { MODEL, MODEL_CONSTANTS } from "./modelConstants.ts";

type Values = Readonly<Record<string, Constant["value"]>>;
const tables: [Record<string, Constant>, Values][] = [
  [MODEL_CONSTANTS, MODEL],
  [WINDOW_CONSTANTS, WINDOW],
  [COST_CONSTANTS, COST],
  [FIX_CONSTANTS, FIX],
  [SMOOTH_CONSTANTS, SMOOTH],
  [LEARN_CONSTANTS, LEARN],
  [ENGINE_CONSTANTS, ENGINE],
];

const root = join(import.meta.dirname, "..");
const isTable = /Constants\.ts$/;
const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));

/** What is neither chosen nor measured: codes, and numbers of mathematics. */
const NOT_CHOSEN = new Set([
  "cost/directCosts.ts: radians",
  "cost/expMinus.ts: largest",
  "cost/expMinus.ts: perUnit",
  "cost/nonDetection.ts: nodeSds",
  "fix/radius.ts: idealInner",
  "fix/radius.ts: idealOuter",
  "fix/statedRadii.ts: zInner",
  "fix/statedRadii.ts: zOuter",
  "learn/evidence.ts: logistic",
  "model/walls.ts: margin",
  "smooth/smoothedRoom.ts: radiusSds",
  "smooth/stepOnFloor.ts: diagonalFifths",
  "smooth/stepOnFloor.ts: straightFifths",
  "window/frameStrength.ts: kinds",
  "window/frameStrength.ts: unstated",
]);

/** The numbers, lists of numbers and sums of them that a module declares outside its functions, by name. */
function numbersIn(text: string): string[] {
  const declared = text.matchAll(/^(?:export )?const (\w+)(?:: [^=]+)? = ([^;]+);$/gm);
  return [...declared].flatMap(([, name, value]) => (isNumber(value!) ? [name!] : []));
}

function isNumber(value: string): boolean {
  const left = value.replace(/Math\.\w+/g, "").replace(/\b\d[\d_.e]*(?:-\d+)?/g, "1");
  return left.includes("1") || value.includes("Math.") ? /^[-+*/%().,[\]\s1]*$/.test(left) : false;
}

it("each number of the engine's tables has a unit and a source, and is what a stage reads under its name", () => {
  for (const [table, values] of tables)
    for (const [name, { value, unit, source }] of Object.entries(table)) {
      expect(values[name]).toBe(value);
      expect(unit.length).toBeGreaterThan(0);
      expect(source.length).toBeGreaterThan(9);
    }
});

it("each stage has its numbers in a table, and every table is among those that are checked here", () => {
  expect(sources.filter((path) => isTable.test(path))).toHaveLength(tables.length);
});

it("no number of the engine is declared beside the code, but codes and mathematics", () => {
  const beside = sources
    .filter((path) => !isTable.test(path))
    .flatMap((path) => numbersIn(readFileSync(join(root, path), "utf8")).map((name) => `${path}: ${name}`));
  expect(sources.length).toBeGreaterThan(60);
  expect(beside.filter((name) => !NOT_CHOSEN.has(name))).toEqual([]);
  expect([...NOT_CHOSEN].filter((name) => !beside.includes(name))).toEqual([]);
});

it.each([
  ["const APART_M = 1;", ["APART_M"]],
  ["export const KNOWN_MS = 5 * 60_000;", ["KNOWN_MS"]],
  ["const lengthsM: readonly number[] = [1.7, 2.5];", ["lengthsM"]],
  ["const UNLIKELY = Math.log(0.03);\nconst small = -1e-6;", ["UNLIKELY", "small"]],
  ["const neper = (WINDOW.meanPower * Math.LN10) / 20;", []],
  ['const names = ["a"] as const;\nconst none = new Float64Array(3);\nconst scratch = { x: 0 };', []],
  ["function f() {\n  const half = 0.5;\n}", []],
])("the search for numbers beside the code reads: %s", (text, found) => {
  expect(numbersIn(text)).toEqual(found);
});
