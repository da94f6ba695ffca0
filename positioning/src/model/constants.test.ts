import { expect, it } from "vitest";
import { COST, COST_CONSTANTS } from "../cost/costConstants.ts";
import { FIX, FIX_CONSTANTS } from "../fix/fixConstants.ts";
import { SMOOTH, SMOOTH_CONSTANTS } from "../smooth/smoothConstants.ts";
import type { Constant } from "./constants.ts";

it("each number of the engine's tables has a unit and a source, and is what a stage reads under its name", () => {
  const tables: [Record<string, Constant>, Record<string, number>][] = [
    [COST_CONSTANTS, COST],
    [FIX_CONSTANTS, FIX],
    [SMOOTH_CONSTANTS, SMOOTH],
  ];
  for (const [table, values] of tables)
    for (const [name, { value, unit, source }] of Object.entries(table)) {
      expect(values[name]).toBe(value);
      expect(unit.length).toBeGreaterThan(0);
      expect(source.length).toBeGreaterThan(9);
    }
});
