import { expect, it } from "vitest";
import { columnWidths } from "./columnWidths.ts";

it("a table scrolls sideways before a flexible column is narrower than its words need", () => {
  const { minWidth, widths } = columnWidths([{}, { width: 116 }, {}], true);
  expect(minWidth).toBe(52 + 168 + 116 + 124 + 56);
  expect(widths[1]).toBe("116px");
  expect(widths[0]).toContain("168px + ");
  expect(widths[2]).toContain("124px + ");
});

it("flexible columns share what is left by their shares", () => {
  const { minWidth, widths } = columnWidths([{ share: 3 }, {}], false);
  expect(widths).toEqual([
    `calc(168px + (max(100cqw, ${minWidth}px) - ${minWidth}px) * 0.7500)`,
    `calc(124px + (max(100cqw, ${minWidth}px) - ${minWidth}px) * 0.2500)`,
  ]);
});
