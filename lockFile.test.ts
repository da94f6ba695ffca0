import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Lock {
  packages: Record<string, { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }>;
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "package-lock.json"), "utf8")) as Lock;

test("the lock file names the optional packages of every platform, or npm ci refuses it (scripts/completeLock.mjs adds them)", () => {
  const named = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
});

test("the lock file names no registry, so that each machine installs from its own", () => {
  const registries = Object.values(packages).flatMap(({ resolved, link }) => (resolved && !link ? [resolved] : []));
  expect(registries).toEqual([]);
});
