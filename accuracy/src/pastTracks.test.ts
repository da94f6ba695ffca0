import { expect, test } from "vitest";
import { quantile } from "@pulse/cli/locate/evaluate";
import { pastTracks } from "./pastTracks.ts";

test("past tracks are nearer to the truth than live ones while assets move, and their circles contain most of it", () => {
  const scores = pastTracks(41, 180);
  const medianM = (name: string): number =>
    quantile(
      scores.get(name)!.errorsM.toSorted((a, b) => a - b),
      0.5,
    );
  // Means of ten seconds are hardly smoothed: their places are as far apart as their errors.
  expect(medianM("moving, afterwards")).toBeLessThan(0.82 * medianM("moving, live"));
  expect(medianM("standing, afterwards")).toBeLessThan(1.2 * medianM("standing, live"));
  for (const name of ["moving, afterwards", "standing, afterwards"]) {
    const { errorsM, within68, within95 } = scores.get(name)!;
    expect(within68 / errorsM.length).toBeGreaterThan(0.5);
    expect(within95 / errorsM.length).toBeGreaterThan(0.85);
  }
});
