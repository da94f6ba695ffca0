import { expect, it } from "vitest";
import { placeLabels } from "./placeLabels.ts";
import type { Shape } from "./sketch.ts";

const room = (name: string, x: number, y: number, size: number) => ({
  shape: { key: name, kind: "room", name, points: [] } as unknown as Shape,
  at: [
    { x, y },
    { x: x + size, y },
    { x: x + size, y: y + size },
    { x, y: y + size },
  ],
});

it("the plan shows names that do not overlap, and the larger room's name of those that do", () => {
  const shown = placeLabels([
    room("Consulting 1", 0, 0, 30),
    room("Consulting hall", 20, -10, 60),
    room("Store", 0, 200, 20),
  ]);
  expect([...shown].toSorted()).toEqual(["Consulting hall", "Store"]);
  // Zoomed in, there is room for all of them.
  expect(placeLabels([room("Consulting 1", 0, 0, 300), room("Consulting hall", 200, -100, 600)]).size).toBe(2);
});
