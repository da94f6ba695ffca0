import { expect, it } from "vitest";
import { DRAWN_SITES } from "./drawnSites.ts";
import { outlineFigures } from "./guessedOutline.ts";

const SEEDS = Array.from({ length: 12 }, (_, i) => 1101 + i);

it("a guessed outline costs the tail little, and circles know of it", { timeout: 180_000 }, () => {
  const { drawn, guessed } = outlineFigures(DRAWN_SITES[0]!, SEEDS);
  expect(guessed.p90M).toBeLessThan(1.08 * drawn.p90M);
  expect(guessed.within95).toBeGreaterThan(0.86);
});
