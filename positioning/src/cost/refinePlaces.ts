import { addDirect, type DirectEvidence } from "./directCosts.ts";
import { expMinus } from "./expMinus.ts";
import { leastCost, move, type Places } from "./places.ts";
import { COST } from "./costConstants.ts";

/**
 * Adds what ranges and angles say to the costs of cells, from `first` on, and divides these until they are as small as
 * that is exact. Within a cell, everything else, whose costs are in `spare`, is taken to be the same. Drops what is before
 * `first` or unlikely. Returns the side of the squares, m; 0: they stand for their middles, which have no extent.
 */
export function refinePlaces(places: Places, first: number, direct: DirectEvidence, cellM: number): number {
  for (let k = first; k < places.count; k++) move(places, k, k - first);
  places.count -= first;
  let sideM = cellM;
  weigh(places, direct, sideM);
  while (sideM > Math.max(COST.settledM, exactM(places))) {
    if (4 * places.count > COST.maxSquares) return sideM;
    split(places, sideM);
    sideM /= 2;
    weigh(places, direct, sideM);
  }
  weigh(places, direct, 0);
  return 0;
}

/** Computes the costs of squares of this side, and drops the unlikely ones. */
function weigh(places: Places, direct: DirectEvidence, sideM: number): void {
  const { p, spare } = places;
  p.set(spare.subarray(0, places.count));
  addDirect(direct, sideM, places);
  const far = leastCost(places) - 2 * Math.log(COST.minShare);
  let used = 0;
  for (let k = 0; k < places.count; k++) if (p[k]! <= far) move(places, k, used++);
  places.count = used;
}

/** The side of squares whose sum is as good as an integral, along the axis on which the place is best known, m. */
function exactM(places: Places): number {
  const { count, x, y, p } = places;
  const best = leastCost(places);
  let [sum, sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const mass = expMinus(0.5 * (p[k]! - best));
    const [dx, dy] = [x[k]! - x[0]!, y[k]! - y[0]!];
    sum += mass;
    sumX += mass * dx;
    sumY += mass * dy;
    xx += mass * dx * dx;
    xy += mass * dx * dy;
    yy += mass * dy * dy;
  }
  const [mx, my] = [sumX / sum, sumY / sum];
  const [vxx, vxy, vyy] = [xx / sum - mx * mx, xy / sum - mx * my, yy / sum - my * my];
  return COST.squareSds * Math.sqrt(Math.max(0, (vxx + vyy) / 2 - Math.hypot((vxx - vyy) / 2, vxy)));
}

/** Replaces each square by its quarters, from the last on, so that none is overwritten before it is read. */
function split(places: Places, sideM: number): void {
  const { x, y } = places;
  for (let k = places.count - 1; k >= 0; k--) {
    const [midX, midY] = [x[k]!, y[k]!];
    for (let quarter = 3; quarter >= 0; quarter--) {
      const to = 4 * k + quarter;
      move(places, k, to);
      x[to] = midX + (quarter & 1 ? sideM : -sideM) / 4;
      y[to] = midY + (quarter & 2 ? sideM : -sideM) / 4;
    }
  }
  places.count *= 4;
}
