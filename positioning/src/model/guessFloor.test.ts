import { describe, expect, it } from "vitest";
import { guessFloor } from "./guessFloor.ts";
import { type GuessedFloor, outlineArea, outlineContains, type Point } from "./outline.ts";

const spots = (...places: [number, number][]): Point[] => places.map(([x, y]) => ({ x, y }));
/** 60 × 40 m. */
const image = spots([0, 40], [60, 40], [60, 0], [0, 0]);
const gateways = spots([20, 12], [40, 12], [40, 28], [20, 28]);

const withImage = (given: { gateways?: Point[]; corners?: Point[]; image?: Point[] }): GuessedFloor =>
  guessFloor({ gateways, corners: [], image, ...given });

describe("a floor with a plan image and no outline", () => {
  it("a floor without an outline is guessed as without an image, where the image has wide margins", () => {
    const { likely, fades } = withImage({});
    const alone = guessFloor({ gateways, corners: [], image: null });
    expect({ likely, fades }).toEqual({ likely: alone.likely, fades: alone.fades });
    expect(outlineArea(withImage({}).outline)).toBeCloseTo(outlineArea(alone.outline), 6);
  });

  it("a floor with an image ends at it, even where gateways hang outside", () => {
    const { outline, likely } = withImage({
      gateways: spots([20, 4], [20, 20], [20, 36], [28, 20], [40, 12], [40, 28]),
      image: spots([15, 40], [30, 40], [30, 0], [15, 0]),
    });
    // Along the image, which is longer than wide here.
    expect([likely.maxX - likely.minX, likely.maxY - likely.minY]).toEqual([32, 20]);
    expect(Math.min(...outline.map(({ x }) => x))).toBeCloseTo(15, 9);
    expect(Math.max(...outline.map(({ x }) => x))).toBeCloseTo(30, 9);
  });

  it.each([
    ["none", []],
    ["one", spots([30, 20])],
    ["three", spots([20, 12], [40, 12], [40, 28])],
    ["several at three places", spots([20, 12], [20.2, 12], [20, 12.3], [40, 12], [40, 28])],
    ["all beside it", spots([90, 10], [90, 30], [120, 20], [120, 40])],
    ["three on it and one beside it", spots([20, 12], [40, 12], [40, 28], [90, 20])],
  ])("a floor is all of its image where gateways do not show its extent: %s", (_, places) => {
    const { outline, likely } = withImage({ gateways: places });
    expect(outlineArea(outline)).toBeCloseTo(60 * 40, 6);
    expect(likely).toEqual({ minX: 0, minY: 0, maxX: 60, maxY: 40 });
  });

  it("a floor guessed from an image includes what is drawn on it", () => {
    const { outline, likely } = withImage({ corners: spots([50, 5], [58, 5], [58, 10]) });
    expect(likely.maxX).toBe(58);
    expect(outlineContains(outline, 57.9, 6)).toBe(true);
    expect(guessFloor({ gateways, corners: spots([58, 5]), image: null }).likely.maxX).toBe(58);
  });

  it("a floor guessed from an image is aligned with that image", () => {
    const turn = ({ x, y }: Point): Point => ({ x: 0.8 * x - 0.6 * y, y: 0.6 * x + 0.8 * y });
    const { outline, fades } = withImage({ image: image.map(turn), gateways: gateways.map(turn) });
    expect(outlineArea(outline)).toBeCloseTo(outlineArea(withImage({}).outline), 6);
    expect(new Set(Object.values(fades).map(({ kind }) => kind))).toEqual(new Set(["wall"]));
  });
});
