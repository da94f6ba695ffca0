import { BY_CELL, BY_SAMPLE } from "../cost/posterior.ts";
import type { FixSite } from "./fixWork.ts";
import type { Fix } from "./fix.ts";
import { effectiveGateways, wideningOf } from "./radius.ts";

/** Enough to give a share to within some hundredths. */
const PLACES = 32;

/**
 * Places where the tag just located may be, each equally likely, x and y in turn: the posterior's cells by their
 * probability, spread as widely as errors are. They serve to test whether the tag is inside something. Call it right
 * after `locate`, with its fix. Null: the site's settings show the tag elsewhere than the cells say.
 */
export function likelyPlaces(model: FixSite, fix: Fix): number[] | null {
  const { settings, work } = model;
  const grid = model.floors.find(({ id }) => id === fix.floor)?.grid;
  if (!grid || settings.mechanism === "ANCHORED" || settings.ignoreMovingTracker) return null;
  const { coarse, fine, taken } = work.scratch;
  const { meanX, meanY, total } = work.posterior;
  const { coarseX, coarseY, blockStart, blockX, blockY } = grid;
  const widen = wideningOf(effectiveGateways(work.measurements), model.calibration, work.direct);
  const places: number[] = [];
  let sum = 0;
  let next = (0.5 / PLACES) * total;
  const place = (x: number, y: number): void => {
    while (sum >= next && places.length < 2 * PLACES) {
      places.push(meanX + widen * (x - meanX), meanY + widen * (y - meanY));
      next += total / PLACES;
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
