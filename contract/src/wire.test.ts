import fc from "fast-check";
import { expect, test } from "vitest";
import { areas } from "./access.ts";
import { endpoints } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";
import { fromWire, toCamelKey, toQueryString, toSnakeKey, toWire } from "./wire.ts";

const camelKey = fc.stringMatching(/^[a-z][a-z0-9]*([A-Z][a-z0-9]*){0,3}$/).filter((key) => !key.startsWith("__"));

test("any value is unchanged after a round trip over the wire", () => {
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(camelKey, tie("node"), { maxKeys: 4 }),
    ),
  })).node;
  fc.assert(
    fc.property(value, (given) => {
      expect(fromWire(toWire(given))).toEqual(given);
    }),
  );
});

test("every property name of every endpoint is unchanged after a round trip over the wire", () => {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== "object") return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== "properties") walk(value);
      else
        for (const [name, schema] of Object.entries(value as object)) {
          names.add(name);
          walk(schema);
        }
    }
  };
  walk(openApiDocument(endpoints, "0"));
  expect(names.size).toBeGreaterThan(100);
  for (const name of names) expect(toSnakeKey(toCamelKey(name))).toBe(name);
});

test("the access map keeps its keys on the wire, since area names are data", () => {
  const map = Object.fromEntries(areas.map((area) => [area, ["r"]]));
  expect(fromWire(map)).toEqual(map);
  expect(toWire(map)).toEqual(map);
});

test("a key named __proto__ from the wire pollutes nothing", () => {
  const parsed = fromWire(JSON.parse('{"__proto__": {"polluted": true}}')) as Record<string, unknown>;
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
});

test("lists in a query are joined by commas and absent values are left out", () => {
  expect(toQueryString({ siteId: "a", sortFields: ["name", "id"], page: undefined })).toBe(
    "?site_id=a&sort_fields=name%2Cid",
  );
});
