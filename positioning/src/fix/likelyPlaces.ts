import { FIX } from "./fixConstants.ts";
import type { FixSite } from "./fixWork.ts";
import { effectiveGateways } from "./radius.ts";
import { wideningOf } from "./statedRadii.ts";

/**
 * Places where the tag just located may be, each equally likely, x and y in turn: the posterior's cells by their
 * probability, spread as widely as errors are. They serve to test whether the tag is inside something. Call it right
 * after `locate`. Null: the site's settings show the tag elsewhere than the cells say.
 */
export function likelyPlaces(model: FixSite): number[] | null {
  const { settings, work } = model;
  if (settings.mechanism === "ANCHORED" || settings.ignoreMovingTracker) return null;
  const { count, x, y, p } = work.scratch.places;
  const { meanX, meanY, total } = work.posterior;
  const widen = wideningOf(work.posterior, effectiveGateways(work.measurements), model, work.direct);
  const places: number[] = [];
  let sum = 0;
  let next = (0.5 / FIX.likelyPlaces) * total;
  for (let k = 0; k < count; k++) {
    sum += p[k]!;
    for (; sum >= next && places.length < 2 * FIX.likelyPlaces; next += total / FIX.likelyPlaces)
      places.push(meanX + widen * (x[k]! - meanX), meanY + widen * (y[k]! - meanY));
  }
  return places.length > 0 ? places : null;
}
