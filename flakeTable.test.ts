import { expect, test } from "vitest";
import { firstFailures, flakeRows, flakeTable, recordedRow } from "./scripts/flakeTable.mjs";

const passed = { status: "passed", fullName: "a sum is right" };
const failed = { status: "failed", fullName: "a sum is wrong", failureMessages: ["Error: 1 | 2\n    at a line"] };
const report = (...testResults: Parameters<typeof firstFailures>[0]["testResults"]) =>
  firstFailures({ testResults }, (file) => file.replace("/repository/", ""));
const green = report({ name: "/repository/a.test.ts", status: "passed", assertionResults: [passed] });
const red = report({ name: "/repository/a.test.ts", status: "failed", assertionResults: [passed, failed] });

test("a file that failed in one of its runs is listed with its first failure, and one that never failed is not", () => {
  const other = report({ name: "/repository/b.test.ts", status: "passed", assertionResults: [passed] });
  const row = { file: "a.test.ts", runs: 3, failures: 1, first: "a sum is wrong: Error: 1 | 2" };
  expect(flakeRows([[...green, ...other], red, green])).toEqual([row]);
  expect(flakeTable([row])).toContain("| a.test.ts | 3 | 1 | a sum is wrong: Error: 1 \\| 2 |");
  expect(recordedRow(row, { date: "2026-11-27", commit: "abc" })).toBe(
    "| 2026-11-27 | abc | a.test.ts | 1 of 3 | a sum is wrong: Error: 1 \\| 2 | open |",
  );
  expect(flakeTable(flakeRows([green]))).toBe("No test file failed in any run.\n");
});

test("a file whose hook failed counts as failed although no test of it did", () => {
  const hook = report({
    name: "/repository/c.test.ts",
    status: "failed",
    message: "Hook timed out\n  at",
    assertionResults: [],
  });
  expect(flakeRows([hook])).toEqual([{ file: "c.test.ts", runs: 1, failures: 1, first: "Hook timed out" }]);
});

test("files are listed with the most frequent failure first", () => {
  const rare = red.map((result) => ({ ...result, file: "rare.test.ts" }));
  const often = red.map((result) => ({ ...result, file: "often.test.ts" }));
  expect(flakeRows([[...rare, ...often], often]).map(({ file }) => file)).toEqual(["often.test.ts", "rare.test.ts"]);
});
