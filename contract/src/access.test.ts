import { expect, test } from "vitest";
import { areas, can, fullAccess, lettersOf, noAccess, predefinedRoles } from "./access.ts";

test("the contract has 14 areas and 42 operations", () => {
  expect(areas).toHaveLength(14);
  expect(areas.flatMap((area) => lettersOf[area])).toHaveLength(42);
});

test('an access requirement with an empty "all" always passes, and one with an empty "any" never does', () => {
  expect(can(noAccess(), { all: [] })).toBe(true);
  expect(can(fullAccess(), { any: [] })).toBe(false);
});

test("an access requirement can ask for all operations or for some", () => {
  const access = { ...noAccess(), asset_management: ["r" as const] };
  const asset = { area: "asset_management", letter: "r" } as const;
  const hardware = { area: "hardware_management", letter: "r" } as const;
  expect(can(access, { any: [asset, hardware] })).toBe(true);
  expect(can(access, { all: [asset, hardware] })).toBe(false);
});

test("the predefined roles have as many operations as shapes S3 gives them", () => {
  const count = (name: keyof typeof predefinedRoles) =>
    areas.flatMap((area) => lettersOf[area].filter((letter) => predefinedRoles[name](area, letter))).length;
  expect({ a: count("Administrator"), m: count("Manager"), o: count("Operator"), v: count("Viewer") }).toEqual({
    a: 42,
    m: 33,
    o: 14,
    v: 6,
  });
});
