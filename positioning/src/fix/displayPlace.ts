import type { Nearest } from "./fix.ts";
import { chooseAnchor } from "./chooseAnchor.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import type { Point } from "../model/outline.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { RoomGuess } from "../model/roomGuess.ts";
import type { FixSite } from "./fixWork.ts";
import type { FixedTracker } from "./fixState.ts";
import type { Measurements } from "../window/measurements.ts";

/**
 * Where the site's settings show the tag, how far that is from where it seems to be, the room of that place, and its
 * nearest gateway.
 */
export function displayPlace(
  model: FixSite,
  state: FixedTracker,
  nowMs: number,
  still: boolean,
  floor: PlacedFloor,
  seen: Point,
  estimatedRoom: RoomGuess | null,
): { place: Point; biasM: number; room: RoomGuess | null; nearest: Nearest | null } {
  const { measurements: m, posterior } = model.work;
  const off = (place: Point): number => Math.hypot(place.x - posterior.x, place.y - posterior.y);
  let place = seen;
  let biasM = 0;
  let nearest = nearestOf(m, seen, model.tagHeightM);
  const anchor =
    model.settings.mechanism === "ANCHORED" ? chooseAnchor(model, m, posterior, state.anchor, nowMs) : null;
  if (anchor) {
    place = nearestOnFloor(floor.grid, anchor.x, anchor.y);
    biasM = off(place);
    nearest = anchorOf(m, state, anchor, seen, model.tagHeightM, nowMs);
  }
  const { still: kept } = state;
  let room = estimatedRoom;
  if (still) state.still = { x: place.x, y: place.y, floor: floor.id, room };
  else if (model.settings.ignoreMovingTracker && state.motion.moving && kept?.floor === floor.id) {
    // The place is where it last stood; the radius says how far from there it may be by now.
    place = { x: kept.x, y: kept.y };
    biasM = off(place);
    room = kept.room;
  }
  return { place, biasM, room, nearest };
}

/** Of the gateways that hear the tag, the nearest to where it seems to be, wherever it is shown. Another may be louder. */
function nearestOf(m: Measurements, place: Point, tagHeightM: number): Nearest | null {
  let nearest: Nearest | null = null;
  for (let i = 0; i < m.own; i++) {
    const anchor = m.anchors[i]!;
    const distanceM = distanceTo(anchor, place, tagHeightM);
    if (nearest && distanceM >= nearest.distanceM) continue;
    nearest = { anchorId: anchor.id, distanceM, rssi: m.rssi[i]! };
  }
  return nearest;
}

/** The same for the gateway at which an ANCHORED tag is shown, by its window or else by its last packet. */
function anchorOf(
  m: Measurements,
  state: FixedTracker,
  anchor: PlacedAnchor,
  place: Point,
  tagHeightM: number,
  nowMs: number,
): Nearest | null {
  const distanceM = distanceTo(anchor, place, tagHeightM);
  for (let i = 0; i < m.count; i++)
    if (m.anchors[i] === anchor) return { anchorId: anchor.id, distanceM, rssi: m.rssi[i]! };
  const window = state.windows.get(anchor.id);
  let last = (window?.count ?? 0) - 1;
  while (last >= 0 && window!.atMs[last]! > nowMs) last--;
  return last < 0 ? null : { anchorId: anchor.id, distanceM, rssi: window!.rssi[last]! };
}

function distanceTo({ x, y, z }: PlacedAnchor, place: Point, tagHeightM: number): number {
  return Math.sqrt((x - place.x) ** 2 + (y - place.y) ** 2 + (z - tagHeightM) ** 2);
}
