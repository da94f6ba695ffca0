import { areaShares } from "../cost/areaShares.ts";
import { movingRoomShares } from "./movingRoomShares.ts";
import { updateRoomFilter, filteredShares, type RoomFilter, type SolvedFix } from "./roomFilter.ts";
import type { AreaIndex } from "../model/areaIndex.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { RoomGuess } from "../model/roomGuess.ts";
import type { FixSite } from "./fixWork.ts";
import type { FixedTracker } from "./fixState.ts";
import { FIX } from "./fixConstants.ts";

/**
 * Chooses the room from the posterior just solved, and on floors with walls and doors from what was estimated before as
 * well, with hysteresis. Null if none is drawn on the floor, or if the tag is more likely in none of them. Of rooms
 * inside each other the inner one counts while the tag is more likely in it than beside it; the probability of the
 * outer one includes the inner one's. A moving tag's room filter chooses the room, but not how likely that is
 * (movingRoomShares.ts).
 */
export function chooseRoom(
  model: FixSite,
  floor: PlacedFloor,
  tracker: FixedTracker,
  fix: SolvedFix,
): RoomGuess | null {
  const { rooms } = floor;
  const state = tracker.room;
  if (!rooms) {
    tracker.roomFilter = null;
    settle(state, null);
    return null;
  }
  const shares = model.work.roomShares.subarray(0, rooms.ids.length);
  const none = sharesOf(model, floor, rooms, tracker, fix, shares);
  // A floor of unknown extent is taken to be what its rooms cover, if they make up all of it.
  const areAll = floor.limit === null && floor.isRoomed && none < 1;
  if (areAll) for (let i = 0; i < shares.length; i++) shares[i]! /= 1 - none;
  const against = areAll ? 0 : none;
  const alone = besideInner(shares, rooms.within, model.work.roomAlone.subarray(0, shares.length));
  let best = 0;
  for (let i = 1; i < alone.length; i++) if (alone[i]! > alone[best]!) best = i;
  const at = hold(state, rooms.ids, alone, shares[best]! >= against ? best : -1, against);
  const { roomFilter, motion } = tracker;
  if (roomFilter) updateNamedRoom(roomFilter, state.id, fix.nowMs);
  if (at < 0) return null;
  if (roomFilter && fix.moves && floor.steps) {
    const { grid, steps } = floor;
    const inNone = movingRoomShares(
      model.work,
      { grid, steps },
      rooms,
      roomFilter,
      fix,
      motion.sinceMs,
      areAll,
      shares,
    );
    roomFilter.isUncertain =
      inNone > 0.5 && shares[at]! < (roomFilter.isUncertain ? FIX.roomLikelyAgain : FIX.roomUnlikely);
    if (roomFilter.isUncertain) return null;
  }
  return { id: rooms.ids[at]!, probability: Math.min(1, shares[at]!) };
}

/** Writes how likely each room is to `out`, and returns how likely none is. */
function sharesOf(
  { work }: FixSite,
  floor: PlacedFloor,
  rooms: AreaIndex,
  tracker: FixedTracker,
  fix: SolvedFix,
  out: Float64Array,
): number {
  const { grid, steps } = floor;
  tracker.roomFilter =
    steps && updateRoomFilter({ ...floor, steps }, tracker.roomFilter, work.scratch, work.roomFilter, fix);
  if (tracker.roomFilter) return filteredShares(tracker.roomFilter, rooms.cells, out);
  return areaShares(grid, work.scratch, rooms, fix.widen, out);
}

/** What is left of each room's share without the rooms inside it. */
function besideInner(shares: Float64Array, within: Int32Array, out: Float64Array): Float64Array {
  out.set(shares);
  for (let i = 0; i < shares.length; i++) if (within[i]! >= 0) out[within[i]!]! -= shares[i]!;
  return out;
}

/**
 * The number of the room that stays or takes over; −1: none.
 * @param none what being in none of them counts for, on either side
 */
function hold(
  state: FixedTracker["room"],
  ids: readonly string[],
  shares: Float64Array,
  best: number,
  none: number,
): number {
  const present = state.id === null ? -1 : ids.indexOf(state.id);
  const bestId = best < 0 ? null : ids[best]!;
  if (!state.known || best === present) {
    settle(state, bestId);
    return best;
  }
  const lead = (best < 0 ? none : shares[best]!) - (present < 0 ? none : shares[present]!);
  if (lead < FIX.roomLead) {
    state.challengeCount = 0;
    return present;
  }
  state.challengeCount = state.challengerId === bestId ? state.challengeCount + 1 : 1;
  state.challengerId = bestId;
  if (state.challengeCount < FIX.takeoverFixes && lead < FIX.roomClearLead) return present;
  settle(state, bestId);
  return best;
}

function settle(state: FixedTracker["room"], id: string | null): void {
  state.known = true;
  state.id = id;
  state.challengerId = null;
  state.challengeCount = 0;
}

function updateNamedRoom(roomFilter: RoomFilter, id: string | null, nowMs: number): void {
  if (roomFilter.named === id) return;
  roomFilter.named = id;
  roomFilter.namedMs = nowMs;
  roomFilter.isUncertain = false;
}
