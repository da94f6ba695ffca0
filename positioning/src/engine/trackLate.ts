import { solvePosterior } from "../cost/posterior.ts";
import { setWeights } from "../cost/setWeights.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "./siteModel.ts";
import type { TrackerState } from "./trackerState.ts";
import { copyFilter, filterPlace, type DisplayFilter } from "../smooth/displayFilter.ts";
import { collectSpan } from "../window/collectWindows.ts";
import { arrangeFor } from "../window/measurements.ts";
import { FIX } from "../fix/fixConstants.ts";
import { errorScale } from "../fix/radius.ts";
import { ENGINE } from "./engineConstants.ts";

/**
 * Follows a moving tag through the stretches of time that uploads are still filling: each is located from what has
 * arrived of it so far, and filtered in its own time. Stretches that can no longer change go into the tag's own filter,
 * the rest into `into`, which starts from that. Overwrites the model's measurements and posterior.
 */
export function trackLate(
  model: SiteModel,
  state: TrackerState,
  floor: PlacedFloor,
  nowMs: number,
  lagMs: number,
  periodMs: number,
  into: DisplayFilter,
): void {
  const { measurements: m, posterior, scratch, prior } = model.work;
  const { filter } = state;
  const oldestMs = nowMs - Math.min(lagMs, ENGINE.maxSlices * Math.max(ENGINE.sliceMs, 2 * periodMs));
  const knownMs = Math.min(nowMs, Math.max(filter.started ? filter.atMs : -Infinity, oldestMs - ENGINE.sliceMs));
  const spanMs = Math.max(ENGINE.sliceMs, 2 * periodMs, (nowMs - knownMs) / ENGINE.maxSlices);
  // The filter's time is the middle of the last stretch it took.
  const fromMs = filter.started && knownMs === filter.atMs ? knownMs + spanMs / 2 : knownMs;
  let copied = false;
  for (let untilMs = fromMs + spanMs; untilMs <= nowMs + spanMs / 2; untilMs += spanMs) {
    collectSpan(model, state, floor, untilMs - spanMs, untilMs, m);
    const isFinal = untilMs <= nowMs - lagMs;
    if (!isFinal && !copied) {
      copyFilter(filter, into);
      copied = true;
    }
    if (m.count === 0) continue;
    arrangeFor(m, floor, null);
    setWeights(m, model);
    solvePosterior(floor.grid, m, prior, scratch, posterior);
    const place = nearestOnFloor(floor.grid, posterior.x, posterior.y);
    const scaleM = errorScale(posterior, 0, FIX.filterMoving ** 2);
    filterPlace(isFinal ? filter : into, untilMs - spanMs / 2, place.x, place.y, scaleM ** 2 / 2, true, true);
  }
  if (!copied) copyFilter(filter, into);
}
