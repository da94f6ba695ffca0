import { beforeAll, describe, expect, it } from "vitest";
import { DRAWN_SITES, fewGateways } from "./drawnSites.ts";
import { outlineFigures } from "./guessedOutline.ts";

const SEEDS = Array.from({ length: 12 }, (_, i) => 1101 + i);

describe("on a floor with spread gateways and no drawn outline", () => {
  let figures: ReturnType<typeof outlineFigures<"drawn" | "guessed" | "image +40 %">>;

  beforeAll(() => {
    figures = outlineFigures(DRAWN_SITES[0]!, SEEDS, ["drawn", "guessed", "image +40 %"]);
  });

  it("a guessed outline costs little accuracy in the tail, and circles allow for it", () => {
    const { drawn, guessed } = figures;
    expect(guessed.p90M).toBeLessThan(1.08 * drawn.p90M);
    expect(guessed.within95).toBeGreaterThan(0.84);
  });

  it("a plan's image with wide margins makes positions no worse than no image", () => {
    const { guessed, "image +40 %": image } = figures;
    expect(image.medianM).toBeLessThan(1.03 * guessed.medianM);
    expect(image.p90M).toBeLessThan(1.03 * guessed.p90M);
    expect(image.within95).toBeGreaterThan(0.84);
  });
});

it("circles on a plan with two or three gateways contain the truth about as often as stated", () => {
  const ways = ["image +2 %", "image +15 %"] as const;
  const all = [2, 3].flatMap((count) => Object.values(outlineFigures(fewGateways(count), SEEDS, ways)));
  expect(Math.min(...all.map(({ within68 }) => within68))).toBeGreaterThan(0.6);
  expect(Math.min(...all.map(({ within95 }) => within95))).toBeGreaterThan(0.9);
});
