import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "./endpoints.ts";
import { maxItems } from "./list.ts";

/** The places of all lists in a schema. */
function* listsIn(schema: unknown, path: string): Generator<[path: string, list: z.ZodArray]> {
  if (schema instanceof z.ZodArray) {
    yield [path, schema];
    yield* listsIn(schema.def.element, `${path}[]`);
  }
  if (schema instanceof z.ZodObject)
    for (const [key, part] of Object.entries(schema.def.shape)) yield* listsIn(part, `${path}.${key}`);
  if (schema instanceof z.ZodUnion) for (const part of schema.def.options) yield* listsIn(part, path);
  if (schema instanceof z.ZodPipe) {
    yield* listsIn(schema.def.in, path);
    yield* listsIn(schema.def.out, path);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* listsIn(schema.def.innerType, path);
}
const lists = endpoints.flatMap(({ id, query, body }) => [
  ...listsIn(query, `${id} query`),
  ...listsIn(body, `${id} body`),
]);

test("every list that a caller sends has a maximum, and its check stops after fifty faults", () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.filter(([, each]) => maxItems(each) === undefined).map(([path]) => path)).toEqual([]);
  expect(lists.filter(([, each]) => !each._zod.traits.has("CheckedInSlices")).map(([path]) => path)).toEqual([]);
});

test("no body or query contains a schema of which this test does not know whether it has lists", () => {
  const kinds = new Set<string>();
  const walk = (schema: unknown): void => {
    if (!(schema instanceof z.ZodType)) return;
    kinds.add(schema.def.type);
    const { def } = schema as unknown as { def: Record<string, unknown> };
    for (const part of [def["element"], def["in"], def["out"], def["innerType"]]) walk(part);
    for (const part of Object.values(def["shape"] ?? {})) walk(part);
    for (const part of (def["options"] as unknown[] | undefined) ?? []) walk(part);
  };
  for (const { query, body } of endpoints) [query, body].forEach(walk);
  expect(
    [...kinds].filter((kind) => ["map", "set", "record", "lazy", "intersection", "promise"].includes(kind)),
  ).toEqual([]);
});
