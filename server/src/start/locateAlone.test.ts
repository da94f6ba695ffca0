import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** What is loaded with a file: files by their path, packages by their name. Types are not, nor what is imported later. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?!type )(?:[^;]*? from )?"([^"]+)";$/gm,
  )) {
    const path = join(dirname(file), name!);
    if (name!.startsWith(".") && existsSync(path)) loadedWith(path, loaded);
    else loaded.add(name!);
  }
  return loaded;
}

test("a process that only locates loads neither the API and the web app nor sockets, a broker and the accounts", () => {
  const loaded = loadedWith(join(import.meta.dirname, "wiring.ts"));
  loadedWith(join(import.meta.dirname, "locateAlone.ts"), loaded);
  const names = [...loaded].map((path) => path.replace(/^.*\/server\/src\//, ""));
  expect(names).toContain("pipeline/locate/locateWorker.ts");
  expect(
    names.filter((name) =>
      /^(socket\.io|aedes|@aws-sdk\/client-cognito.*|@pulse\/identity\/identity|start\/slices\.ts|.*\.routes\.ts)$/.test(
        name,
      ),
    ),
  ).toEqual(["resources/system/health.routes.ts"]);
});
