import { cellAt } from "../model/floorGrid.ts";
import type { PlacedAnchor } from "../model/placed.ts";

/** How much more (+) a new law expects of every tag than the one before: what was learned about tags stays valid. */
export interface CarriedLaw {
  /** The version of the law before. */
  from: number;
  shiftDb: number;
}

/** Tags are heard from about as far away as the next gateways of a floor, m. */
const FARTHEST_M = 25;

/** What the change of law means for tags, at the places of a floor's gateways; null: not known. */
export function carriedLaw(
  anchors: ReadonlyMap<string, PlacedAnchor>,
  before: ReadonlyMap<string, PlacedAnchor>,
  from: number,
): CarriedLaw | null {
  let [sum, count] = [0, 0];
  for (const anchor of anchors.values()) {
    const was = before.get(anchor.id);
    if (!was) continue;
    for (const other of anchors.values()) {
      const distanceM = Math.hypot(anchor.x - other.x, anchor.y - other.y);
      if (other === anchor || other.floor !== anchor.floor || distanceM > FARTHEST_M) continue;
      const moreDb = expectedAt(anchor, other) - expectedAt(was, other);
      if (Number.isNaN(moreDb)) continue;
      sum += moreDb;
      count++;
    }
  }
  return count > 0 ? { from, shiftDb: sum / count } : null;
}

/** The usual tag's level at a gateway from a place of its floor, with walls and maps, dBm; NaN: off the floor. */
function expectedAt({ floor, tables }: PlacedAnchor, { x, y }: { x: number; y: number }): number {
  const cell = cellAt(floor.grid, x, y);
  return cell < 0 ? NaN : tables.fine[cell]!;
}
