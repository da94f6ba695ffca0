import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pages, root } from "./site.ts";

const runnable = [...pages].flatMap(([page, text]) =>
  page.startsWith("de/")
    ? []
    : [...text.matchAll(/^```sh runnable\n([^]*?)^```$/gm)].map(([, script = ""], nth) => ({ page, nth, script })),
);

/** A folder with only the command `pulse` of this clone, to be searched first. */
function folderOfPulse(): string {
  const folder = mkdtempSync(join(tmpdir(), "pulse-docs-bin-"));
  const command = join(folder, "pulse");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "cli", "bin", "pulse.mjs")}" "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

test("pages have commands that a reader can run as they stand", () => {
  expect(runnable.length).toBeGreaterThan(1);
});

test.each(runnable)("the commands of $page run to their end in an empty folder", async ({ script }) => {
  const cwd = mkdtempSync(join(tmpdir(), "pulse-docs-"));
  const PATH = [folderOfPulse(), process.env["PATH"] ?? ""].join(delimiter);
  const { stdout } = await promisify(execFile)("/bin/sh", ["-e", "-c", script], {
    cwd,
    env: { PATH, HOME: cwd, PULSE_DATA_DIR: join(cwd, "data") },
  });
  expect(stdout.trim()).not.toBe("");
});
