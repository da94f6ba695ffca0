import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, it } from "vitest";

const sources = resolve(import.meta.dirname, "..");

/** Every key of the English texts; `account.en.json` contains those that start with `account.`. */
function keys(part: object, prefix: string): string[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "string" ? [prefix + key] : keys(value as object, `${prefix}${key}.`),
  );
}

function allKeys(): string[] {
  // The keys of reasons are the server's sentences: reasons.test.ts.
  return globSync("{*.,}en.json", { cwd: import.meta.dirname, exclude: ["reasons.*"] }).flatMap((file) => {
    const name = basename(file, "en.json");
    return keys(JSON.parse(readFileSync(resolve(import.meta.dirname, file), "utf8")) as object, name);
  });
}

/** The program's strings as patterns: a template's placeholder matches any one part of a key. */
function usedKeys(): RegExp {
  const code = globSync("**/*.{ts,tsx}", { cwd: sources, exclude: ["**/*.test.*", "test/**"] })
    .map((file) => readFileSync(resolve(sources, file), "utf8"))
    .join("\n");
  const plain = [...code.matchAll(/"([a-z]\w*(?:\.\w+)+)"/gi)].map(([, key = ""]) => key);
  const filled = [...code.matchAll(/`([a-z]\w*\.[^`\n]*?\$\{[^`\n]*)`/gi)].map(([, key = ""]) =>
    key.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "*"),
  );
  // Texts of every noun or page, under its prefix: `${noun.texts}.title`.
  const nouns = [...code.matchAll(/\btexts(?:: |=)"([\w.]+)"/g)].map(([, start = ""]) => start);
  const ofNouns = [...code.matchAll(/`\$\{(?:noun\.)?texts\}(\.\w+)`/g)].flatMap(([, end = ""]) =>
    nouns.map((start) => start + end),
  );
  const patterns = [...new Set([...plain, ...filled, ...ofNouns])].map((key) =>
    key.replaceAll(".", String.raw`\.`).replaceAll("*", String.raw`\w+`),
  );
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

it("every text of the catalogue is used somewhere", () => {
  const used = usedKeys();
  expect(allKeys().filter((key) => !used.test(key.replace(/_(one|other)$/, "")))).toEqual([]);
});
