import type { Fix } from "@pulse/positioning/fix/fix";
import type { Point } from "@pulse/positioning/model/outline";
import { quantile, truthAt } from "@pulse/cli/locate/evaluate";
import type { TagFix } from "@pulse/cli/locate/locateSessions";
import type { MeasuredSite } from "./measuredSite.ts";

/** Errors in metres, and shares of 0–1 of the truth within the stated circles (null: the method states none). */
export interface Errors {
  medianM: number;
  p90M: number;
  within68: number | null;
  within95: number | null;
}

/** The errors of the fixes whose true places are known. */
export function fixErrors(fixes: readonly TagFix[], { truth }: MeasuredSite): Errors {
  return errorsOf(
    fixes.flatMap(({ tagId, fix }) => {
      const at = truthAt(truth.get(tagId) ?? [], fix.atMs);
      return at ? [{ at: fix, truth: at, fix }] : [];
    }),
  );
}

/** The errors of places, and how often the circles of those that are fixes contain the truth. */
export function errorsOf(located: readonly { at: Point; truth: Point; fix?: Fix }[]): Errors {
  const errors = located.map(({ at, truth }) => Math.hypot(at.x - truth.x, at.y - truth.y));
  const sorted = errors.toSorted((a, b) => a - b);
  const share = (radiusM: (fix: Fix) => number): number | null =>
    located[0]?.fix ? located.filter(({ fix }, i) => errors[i]! <= radiusM(fix!)).length / located.length : null;
  return {
    medianM: quantile(sorted, 0.5),
    p90M: quantile(sorted, 0.9),
    within68: share(({ accuracyM }) => accuracyM),
    within95: share(({ accuracyOuterM }) => accuracyOuterM),
  };
}
