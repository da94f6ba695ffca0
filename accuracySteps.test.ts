import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accuracyNeeded, recordAccuracyPassed, shortAccuracy } from "./scripts/accuracySteps.mjs";

let folder: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulse-accuracy-"));
  for (const workspace of ["geo", "positioning", "protocols", "simulator"]) write(`${workspace}/src/a.ts`, "1");
  write("accuracy/baseline.json", "{}");
  write("accuracy/src/a.ts", 'import { a } from "@pulse/cli/locate/a";\n');
  write("cli/src/locate/a.ts", 'import type { B } from "./b.ts";\nimport { c } from "./c.ts";\n');
  write("cli/src/locate/b.ts", "1");
  write("cli/src/locate/c.ts", "1");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("all accuracy scenarios are needed until they have passed once", () => {
  expect(accuracyNeeded(folder)).toEqual(["accuracy", "cli", "geo", "positioning", "protocols", "simulator"]);
  recordAccuracyPassed(folder);
  expect(accuracyNeeded(folder)).toEqual([]);
});

test.each([
  ["geo/src/a.ts", "geo"],
  ["positioning/src/fix/new.ts", "positioning"],
  ["protocols/src/a.ts", "protocols"],
  ["simulator/src/a.ts", "simulator"],
  ["accuracy/src/a.test.ts", "accuracy"],
  ["accuracy/baseline.json", "accuracy"],
  ["cli/src/locate/c.ts", "cli"],
])("a change of %s makes all accuracy scenarios needed", (path, workspace) => {
  recordAccuracyPassed(folder);
  write(path, "2");
  expect(accuracyNeeded(folder)).toEqual([workspace]);
});

test.each(["positioning/src/a.test.ts", "cli/src/locate/b.ts", "cli/src/main.ts", "server/src/main.ts"])(
  "a change of %s, on which no accuracy figure depends, needs no more than the short scenarios",
  (path) => {
    recordAccuracyPassed(folder);
    write(path, "2");
    expect(accuracyNeeded(folder)).toEqual([]);
  },
);

test("the file of the two short accuracy scenarios exists", () => {
  expect(existsSync(join(import.meta.dirname, shortAccuracy))).toBe(true);
});
