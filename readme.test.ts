import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
const readme = read("README.md");

test("the README lists exactly the settings that the server reads or refuses", () => {
  const named = (text: string, pattern: RegExp) => new Set(text.match(pattern) ?? []);
  const known = named(read("server/src/platform/config/settings.ts"), /\bPULSE_[A-Z_]+\b/g);
  // What tests alone read; CONTRIBUTING.md tells of them.
  for (const name of ["PULSE_CHROMIUM", "PULSE_TEST_DATA", "PULSE_TEST_DATABASE_URL", "PULSE_COGNITO_"])
    known.delete(name);
  const table = readme.slice(readme.indexOf("## Settings"), readme.indexOf("## Gateways"));
  expect([...named(table, /\bPULSE_[A-Z_]+\b/g)].toSorted()).toEqual([...known].toSorted());
});

test("every file that the README links to exists", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((path) => !existsSync(join(import.meta.dirname, path)))).toEqual([]);
});
