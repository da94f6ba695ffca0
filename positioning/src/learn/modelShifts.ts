import type { PlacedAnchor } from "../model/placed.ts";
import { cellAt } from "../model/floorGrid.ts";
import type { ModelShifts } from "../model/siteLearning.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * How much more (+) a new path-loss model expects of every tag than an earlier one: what was learned about tags stays
 * valid.
 */
export interface ModelShift {
  /** The version of the earlier path-loss model. */
  from: number;
  shiftDb: number;
}

/** A path-loss model in use: what its gateways expect, and what it means for the path-loss models before. */
interface ModelInUse {
  anchors: ReadonlyMap<string, PlacedAnchor>;
  version: number;
}

/** What is known of the change from this path-loss model, if anything is. */
export function shiftFrom(shifts: ModelShifts, from: number): ModelShift | null {
  const shiftDb = shifts.get(from);
  return shiftDb === undefined ? null : { from, shiftDb };
}

/**
 * What a site's path-loss model means for the strengths of tags that were learned under the path-loss model before it
 * and those before that.
 */
export function modelShifts(present: ModelInUse, before: ModelInUse & { shifts: ModelShifts }): ModelShifts {
  if (present.version === before.version) return before.shifts;
  const shiftDb = meanBetween(present.anchors, (anchor, other) => {
    const was = before.anchors.get(anchor.id);
    return was ? expectedAt(anchor, other) - expectedAt(was, other) : NaN;
  });
  const shifts = new Map<number, number>();
  if (shiftDb === null) return shifts;
  for (const [version, earlierDb] of before.shifts) shifts.set(version, earlierDb + shiftDb);
  shifts.set(before.version, shiftDb);
  shifts.delete(present.version);
  return shifts;
}

/** The mean over the places of each gateway's neighbours on its floor; NaN is left out. Null: there are none. */
export function meanBetween(
  anchors: ReadonlyMap<string, PlacedAnchor>,
  of: (anchor: PlacedAnchor, neighbour: PlacedAnchor) => number,
): number | null {
  let [sum, count] = [0, 0];
  for (const anchor of anchors.values()) {
    for (const other of anchors.values()) {
      const distanceM = Math.hypot(anchor.x - other.x, anchor.y - other.y);
      if (other === anchor || other.floor !== anchor.floor || distanceM > LEARN.shiftReachM) continue;
      const value = of(anchor, other);
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
  }
  return count > 0 ? sum / count : null;
}

/** The usual tag's level at a gateway from a place of its floor, with walls and maps, dBm; NaN: off the floor. */
function expectedAt({ floor, tables }: PlacedAnchor, { x, y }: { x: number; y: number }): number {
  const cell = cellAt(floor.grid, x, y);
  return cell < 0 ? NaN : tables.fine[cell]!;
}
