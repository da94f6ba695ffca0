import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { constantLine } from "./constantLines.ts";
import type { ConstantFigures } from "./constantRun.ts";
import { scaledValue } from "./constantTables.ts";

const figures = (hash: string, medianM: number, saysMoving = 0.5): ConstantFigures => ({
  hash,
  rows: [{ medianM, p90M: 2 * medianM, within68: 0.7, saysMoving }],
});

function command(...args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "constants.ts"), ...args], {
    encoding: "utf8",
    env: { ...process.env, PULSE_TEST_DATA: "/nowhere", NODE_NO_WARNINGS: "1" },
  });
}

it("half of a number is half of it, of each of several, and of a level the half of its power", () => {
  expect(scaledValue({ value: 3, unit: "m", source: "" }, 0.5)).toBe(1.5);
  expect(scaledValue({ value: [2, 4], unit: "m", source: "" }, 0.5)).toEqual([1, 2]);
  expect(scaledValue({ value: -59, unit: "dBm", source: "" }, 0.5)).toBeCloseTo(-62.01, 2);
});

it("a number's line says what half and twice of it change, that nothing changes, or that the engine fails", () => {
  const usual = figures("a", 2);
  const constant = { value: 4, unit: "m", source: "" };
  expect(constantLine("smearM", constant, usual, figures("b", 2.2, 0.4), usual)).toBe(
    "| smearM | 4 m | +10.0 | +10.0 | +0.0 | −10.0 | – | – | – | – |",
  );
  expect(constantLine("smearM", constant, usual, null, usual)).toContain("| fails |");
});

it("the command prints a line of each number that was asked for, measured with the number changed", () => {
  const { stdout, stderr } = command(
    "--only",
    "espresense",
    "--stages",
    "window,engine",
    "--names",
    "stillPackets,lateMs",
  );
  expect(stderr).toBe("");
  const lines = stdout.split("\n").filter((line) => /^\| (?:stillPackets|lateMs) /.test(line));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^\| stillPackets \| 10 packets \| [+−]\d/);
  expect(lines[1]).toBe("| lateMs | 2500 ms | – | – | – | – | – | – | – | – |");
});

it.each([
  { args: ["--stages", "luck"], says: /no stage luck; there are model, / },
  { args: ["--site", "tetam"], says: /Unknown option '--site'/ },
  { args: [], says: /the recordings are not on this machine/ },
])("the command says in one line why it changes nothing: $says", ({ args, says }) => {
  const { status, stdout, stderr } = command(...args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(says);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
