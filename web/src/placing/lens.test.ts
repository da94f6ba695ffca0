import { expect, it } from "vitest";
import { lensAt, lensPx } from "./lens.ts";

it("the lens is beside the pointer, never over it, and within the map", () => {
  const map = { widthPx: 800, heightPx: 600 };
  for (let x = 0; x <= 800; x += 20)
    for (let y = 0; y <= 600; y += 20) {
      const lens = lensAt({ x, y }, map);
      const middle = { x: lens.x + lensPx / 2, y: lens.y + lensPx / 2 };
      expect(Math.hypot(middle.x - x, middle.y - y)).toBeGreaterThan(lensPx / 2 + 14);
      expect([lens.x >= 0, lens.x + lensPx <= 800, lens.y >= 0, lens.y + lensPx <= 600]).not.toContain(false);
    }
});
