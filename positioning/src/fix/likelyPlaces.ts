import { BY_CELL, BY_SAMPLE } from "../cost/cellCosts.ts";
import { FIX } from "./fixConstants.ts";
import type { FixSite } from "./fixWork.ts";
import type { Fix } from "./fix.ts";
import { wideningOf } from "./radius.ts";

/**
 * Places where the tag just located may be, each equally likely, x and y in turn: the posterior's cells by their
 * probability, spread as widely as errors are. They serve to test whether the tag is inside something. Call it right
 * after `locate`, with its fix. Null: the site's settings show the tag elsewhere than the cells say.
 */
export function likelyPlaces(model: FixSite, fix: Fix): number[] | null {
  const { settings, learning, work } = model;
  const grid = model.floors.find(({ id }) => id === fix.floor)?.grid;
  if (!grid || settings.mechanism === "ANCHORED" || settings.ignoreMovingTracker) return null;
  const { coarse, fine, taken } = work.scratch;
  const { meanX, meanY, total } = work.posterior;
  const { coarseX, coarseY, blockStart, blockX, blockY } = grid;
  const widen = wideningOf(work.posterior, fix.gatewaysHeard, model.calibration, learning.chiSquare, work.direct);
  const places: number[] = [];
  let sum = 0;
  let next = (0.5 / FIX.likelyPlaces) * total;
  const place = (x: number, y: number): void => {
    while (sum >= next && places.length < 2 * FIX.likelyPlaces) {
      places.push(meanX + widen * (x - meanX), meanY + widen * (y - meanY));
      next += total / FIX.likelyPlaces;
    }
  };
  let k = 0;
  for (let block = 0; block < coarseX.length; block++) {
    if (taken[block] === BY_SAMPLE) {
      sum += coarse.cost[block]!;
      if (sum >= next) place(coarseX[block]!, coarseY[block]!);
    } else if (taken[block] === BY_CELL)
      for (let at = blockStart[block]!; at < blockStart[block + 1]!; at++) {
        sum += fine.cost[k++]!;
        if (sum >= next) place(blockX[at]!, blockY[at]!);
      }
  }
  return places.length > 0 ? places : null;
}
