import { type CostWork, newCostWork } from "../cost/costWork.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";

/** Scratch space of a fix. */
export interface FixWork extends CostWork {
  /** How likely each floor is. */
  scores: Float64Array;
  /** How likely each room of a floor is (chooseRoom.ts). */
  roomShares: Float64Array;
  /** Power at 1 m that the tag located last states, dBm; null: none. */
  statedPowerDbm: number | null;
}

/** A site with the space in which fixes are computed. It serves one caller at a time. */
export interface FixSite extends LearningSite {
  work: FixWork;
}

/** Scratch space for a site's floors. */
export function newFixWork(floors: readonly PlacedFloor[]): FixWork {
  const maxRooms = Math.max(0, ...floors.map(({ rooms }) => rooms?.ids.length ?? 0));
  return {
    ...newCostWork(),
    scores: new Float64Array(floors.length),
    roomShares: new Float64Array(maxRooms),
    statedPowerDbm: null,
  };
}
