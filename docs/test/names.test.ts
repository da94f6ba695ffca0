import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@pulse/contract/endpoints";
import { errorCatalogue } from "@pulse/contract/errors";
import { eventOperations } from "@pulse/contract/events";
import { streamKinds } from "@pulse/contract/eventStream";
import { describe, expect, test } from "vitest";
import { guide, pages, root } from "./site.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
/** Every match on every page, with the page that it is on. */
const named = (pattern: RegExp, of: Iterable<readonly [string, string]> = pages): [page: string, name: string][] =>
  [...of].flatMap(([page, text]) =>
    [...text.matchAll(pattern)].map((match): [string, string] => [page, match[1] ?? match[0]]),
  );
const unknown = (found: readonly [string, string][], known: ReadonlySet<string>): string[] =>
  found.filter(([, name]) => !known.has(name)).map(([page, name]) => `${page}: ${name}`);
const missing = (known: Iterable<string>, found: readonly [string, string][]): string[] => {
  const all = new Set(found.map(([, name]) => name));
  return [...known].filter((name) => !all.has(name));
};

describe("settings", () => {
  // A name that ends in an underscore stands for several ("PULSE_KEEP_…_DAY").
  const pattern = /\bPULSE_[A-Z_]*[A-Z]\b/g;
  const settings = new Set(
    ["server/src/platform/config/settings.ts", "README.md", "CONTRIBUTING.md"].flatMap(
      (path) => read(path).match(pattern) ?? [],
    ),
  );

  test("every setting that a page names exists", () => {
    const found = named(pattern).filter(([, name]) => !/^PULSE_(BENCH|KEEP)$|_BENCH_/.test(name));
    expect(found.length).toBeGreaterThan(100);
    expect(unknown(found, settings)).toEqual([]);
  });

  test("a setting that was renamed keeps a line that says to what: every name that there ever was is among the settings", () => {
    const ever = JSON.parse(read("docs/test/everySetting.json")) as string[];
    const readme = read("README.md");
    const section = readme.slice(readme.indexOf("## Settings"), readme.indexOf("## Gateways"));
    const now: string[] = section.match(pattern) ?? [];
    expect(ever.filter((name) => !now.includes(name))).toEqual([]);
    expect(
      now.filter((name) => !ever.includes(name)),
      "new settings, to be added to everySetting.json",
    ).toEqual([]);
  });

  test("every setting of the server is named on a page", () => {
    const own = (read("README.md").split("## Settings")[1] ?? "").match(pattern) ?? [];
    expect(missing(own, named(pattern))).toEqual([]);
  });
});

test("every metric that a page names is one that Pulse exposes, which the table of operators' metrics lists", () => {
  // server/test/monitoring.test.ts compares that table with what Pulse exposes.
  const metrics = new Set([...read("docs/operate.md").matchAll(/^\| `(pulse_\w+)`/gm)].map(([, name = ""]) => name));
  expect(metrics.size).toBeGreaterThan(15);
  expect(unknown(named(/`(pulse_\w+_(?:total|seconds|bytes|items|up|open|info))\b/g), metrics)).toEqual([]);
});

describe("routes", () => {
  const shape = (path: string): string =>
    path
      .replace(/[?#].*$/, "")
      .split("/")
      .map((part) => (/^[:{]/.test(part) ? "*" : part))
      .join("/")
      .replace(/\/$/, "");
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${shape(path)}`));
  const paths = new Set(endpoints.map(({ path }) => shape(path)));
  const others = ["/api/docs", "/api/v3/openapi.json", "/api/v3/asyncapi.json", "/api/v3"];

  test("every route that the guide names exists", () => {
    const found = named(/(?<![\w.])(\/api\/[\w/:{}.-]+)/g, guide).map(([page, path]): [string, string] => [
      page,
      shape(path),
    ]);
    expect(found.length).toBeGreaterThan(5);
    expect(unknown(found, new Set([...paths, ...others]))).toEqual([]);
  });

  test("every route of the API is named with its method", () => {
    const found = named(/`((?:GET|POST|PUT|DELETE) \/[^`]+)`/g).map(([page, text]): [string, string] => {
      const [method = "", path = ""] = text.split(" ");
      return [page, `${method} ${shape(path)}`];
    });
    expect(missing(known, found)).toEqual([]);
  });
});

describe("events", () => {
  const kinds: ReadonlySet<string> = new Set(streamKinds);
  const crossings = eventOperations.filter((operation) => operation.startsWith("asset_"));

  test("every kind of event with an operation that a page names exists", () => {
    const found = named(/["`]((?:[a-z_]+)\.(?:asset_\w+|created|updated|deleted|archived|unarchived))["`]/g, guide);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(([, name]) => !kinds.has(name.split(".")[0]!))).toEqual([]);
    expect(
      found.filter(([, name]) => name.includes(".asset_") && !crossings.some((one) => name.endsWith(one))),
    ).toEqual([]);
  });

  test("every kind of event and every operation is named on a page", () => {
    const found = named(/`(\w+)`/g);
    expect(missing([...kinds, ...eventOperations], found)).toEqual([]);
  });
});

describe("error codes", () => {
  const codes = Object.keys(errorCatalogue);

  test("every error code that the guide names exists", () => {
    const found = named(/^\| \d{3} +\| `(\w+)`/gm, guide);
    expect(found.length).toBeGreaterThan(3);
    expect(unknown(found, new Set(codes))).toEqual([]);
  });

  test("every error code is named on a page", () => {
    expect(missing(codes, named(/`(\w+)`/g))).toEqual([]);
  });
});
