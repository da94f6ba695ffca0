import { expect, test } from "vitest";
import { z } from "zod";
import { list, maxItems, uncheckedItems } from "./list.ts";

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];
const many = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);

test("a list of any length is read item by item, as zod's own list is", () => {
  const schema = z.object({ at: list(list(z.string().transform(Number)).max(200)).max(500) });
  for (const length of [0, 1, 49, 50, 51, 130]) {
    const rows = many(length, ["1", "2"]);
    expect(schema.parse({ at: rows })).toEqual({ at: many(length, [1, 2]) });
  }
});

test("the check of a list stops after fifty faults, and the last issue counts the items that were not checked", () => {
  let checked = 0;
  const item = z.unknown().refine(() => {
    checked += 1;
    return false;
  });
  const issues = issuesOf(list(item).max(1_000_000), many(400_000, 1));
  expect([issues.length, checked, issues[49]!.path, uncheckedItems(issues[50]!)]).toEqual([51, 50, [49], 399_950]);
});

test("the check of lists in a list stops as soon as one of them has fifty faults", () => {
  const issues = issuesOf(list(list(z.string()).max(200)).max(2_000), many(2_000, many(200, 1)));
  expect(issues.length).toBeLessThan(50 * 52);
  expect(issues.reduce((sum, issue) => sum + uncheckedItems(issue), 0)).toBeGreaterThan(1_900);
});

test("an item that is wrong after many right ones is named by its place in the whole list", () => {
  const issues = issuesOf(z.object({ ids: list(z.object({ id: z.string() })).max(500) }), {
    ids: [...many(120, { id: "a" }), { id: 1 }, ...many(20, { id: "a" })],
  });
  expect(issues.map(({ path }) => path)).toEqual([["ids", 120, "id"]]);
});

test("a list over its maximum is refused for its length alone, and no item is checked", () => {
  const schema = list(z.string().refine(() => expect.unreachable()))
    .min(1)
    .max(60)
    .meta({ title: "ids" });
  expect(issuesOf(schema, many(100, "a"))).toMatchObject([{ code: "too_big", maximum: 60 }]);
  expect(maxItems(schema)).toBe(60);
  expect(z.toJSONSchema(list(z.string()).min(1).max(60))).toMatchObject({ type: "array", minItems: 1, maxItems: 60 });
});
