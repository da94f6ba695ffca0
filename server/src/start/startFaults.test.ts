import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/database.ts";
import { checkWritable } from "./startFaults.ts";

test("a data folder is made with the folders above it, readable by nobody else", () => {
  const folder = join(temporaryFolder(), "above", "data");
  checkWritable(folder, folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
});

test("a data folder below a file is refused with its setting", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const below = join(file, "data");
  expect(() => checkWritable(below, below)).toThrow(/^PULSE_DATA_DIR="[^\n]+" cannot be written: ENOTDIR[^\n]+$/);
});

// Node's own recursion never ends there.
test.skipIf(!existsSync("/proc/self"))(
  "a data folder below one that takes no folders is refused with its setting",
  () => {
    expect(() => checkWritable("/proc/pulse/data", "/proc/pulse/data")).toThrow(
      /^PULSE_DATA_DIR="\/proc\/pulse\/data" cannot be written: [^\n]+$/,
    );
  },
);
