import { describe, expect, it } from "vitest";
import { DRAWN_SITES } from "./drawnSites.ts";
import { outlineFigures } from "./guessedOutline.ts";

const SEEDS = Array.from({ length: 16 }, (_, i) => 1101 + i);

describe("where nobody has drawn an outline", () => {
  it.each(DRAWN_SITES.slice(0, 2))(
    "on $name the guess costs little, and circles know of it",
    { timeout: 60_000 },
    (site) => {
      const { drawn, guessed } = outlineFigures(site, SEEDS);
      expect(guessed.p90M).toBeLessThan(1.08 * drawn.p90M);
      expect(guessed.within95).toBeGreaterThan(0.87);
      expect(guessed.within68).toBeGreaterThan(0.55);
    },
  );
});
