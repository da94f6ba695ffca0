import { areaShares } from "../cost/areaShares.ts";
import type { AreaIndex } from "../model/areaIndex.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { RoomGuess } from "../model/roomGuess.ts";
import { averageEvidence, type Evidence, isRemembered, newEvidence, probabilitiesOf } from "./averageEvidence.ts";
import type { FixSite } from "./fixWork.ts";
import type { FixedTracker } from "./fixState.ts";
import { FIX } from "./fixConstants.ts";

/**
 * Chooses the room by the shares of the posteriors of the last seconds, with hysteresis. Null if none is drawn on the
 * floor, or if the tag is more likely in none of them. Of rooms inside each other the inner one counts while the tag is
 * more likely in it than beside it; the probability of the outer one includes the inner one's.
 * @param widen how much wider the error is than the posterior just solved (radius.ts), at least 1
 */
export function chooseRoom(
  { work }: FixSite,
  floor: PlacedFloor,
  tracker: FixedTracker,
  nowMs: number,
  widen: number,
): RoomGuess | null {
  const { rooms } = floor;
  if (!rooms) {
    tracker.room = null;
    return null;
  }
  const isNew = tracker.room?.floor !== floor.id;
  const room = isNew ? { floor: floor.id, id: null, evidence: newEvidence<string | null>() } : tracker.room!;
  tracker.room = room;
  averageEvidence(room.evidence, roomLogs(work, { ...floor, rooms }, room.evidence, widen), nowMs);
  const shares = probabilitiesOf(room.evidence);
  const shareOf = (id: string | null): number => shares.get(id) ?? 0;
  let likeliest: string | null = null;
  for (const id of rooms.ids) if (shareOf(id) >= shareOf(likeliest)) likeliest = id;
  if (isNew || shareOf(likeliest) - shareOf(room.id) >= FIX.roomLead) room.id = likeliest;
  const whole = wholeRooms(rooms, shares, work.roomShares);
  const at = room.id === null ? -1 : rooms.ids.indexOf(room.id);
  return at < 0 ? null : { id: rooms.ids[at]!, probability: Math.min(1, whole[at]!) };
}

/**
 * The logarithms of the posterior's shares in each room, without the rooms inside it, and in none (null). Rooms that the tag
 * is not in, and has not been in lately, are left out: a floor may have a thousand.
 */
function roomLogs(
  { scratch, roomShares }: FixSite["work"],
  { grid, limit, isRoomed, rooms }: PlacedFloor & { rooms: AreaIndex },
  known: Evidence<string | null>,
  widen: number,
): Map<string | null, number> {
  const shares = roomShares.subarray(0, rooms.ids.length);
  const none = areaShares(grid, scratch.places, rooms, widen, shares);
  const own = Float64Array.from(shares);
  rooms.within.forEach((outer, i) => {
    if (outer >= 0) own[outer]! -= shares[i]!;
  });
  const logs = new Map<string | null, number>();
  rooms.ids.forEach((id, i) => {
    if (own[i]! > 0 || isRemembered(known, id)) logs.set(id, Math.log(Math.max(0, own[i]!)));
  });
  // A floor of unknown extent is taken to be what its rooms cover, if they make up all of it.
  if (limit !== null || !isRoomed || none === 1) logs.set(null, Math.log(none));
  return logs;
}

/** Writes how likely each room is, those inside it included. */
function wholeRooms(
  { ids, within }: AreaIndex,
  shares: ReadonlyMap<string | null, number>,
  out: Float64Array,
): Float64Array {
  out.fill(0);
  ids.forEach((id, i) => {
    for (let outer = i; outer >= 0; outer = within[outer]!) out[outer]! += shares.get(id) ?? 0;
  });
  return out;
}
