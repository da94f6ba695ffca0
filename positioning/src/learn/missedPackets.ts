import { cellAt } from "../model/floorGrid.ts";
import type { MissedPackets } from "../model/missedPackets.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import type { TagLearning } from "./tagLearning.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { WindowRule } from "../window/collectWindows.ts";
import type { SignalState } from "../window/signalState.ts";
import type { Measurements } from "../window/measurements.ts";
import { updateLevel } from "./updateLevel.ts";
import { uploadedUntil, maxLagMs } from "../window/uploads.ts";

/** This far above the faintest packet of the site a gateway hears nearly all packets, whatever the shadows, dB. */
const WELL_HEARD_DB = 15;
/** A place heard by fewer gateways of its floor may be wrong, and says nothing about the others. */
const MIN_GATEWAYS = 4;
/** The gateway that hears most needs this many packets in a window. */
const MIN_PACKETS = 3;
/** How often a tag is noted, ms: a moving one, at another place each time, and a still one. */
const MOVING_EACH_MS = 2000;
const STANDING_EACH_MS = 60_000;
/** It takes this long to know what is usual. */
const KNOWN_MS = 3 * 60_000;
/** Below this share of what is usual something is wrong, above the next it is right again (chosen on seeds 101–208). */
const OFF_SHARE = 0.4;
const BACK_SHARE = 0.7;
/** A gateway that has always missed packets may be where it hears little; below this share it hears next to nothing. */
const ALWAYS_OFF_SHARE = 0.15;
/** One shelf may hide one place, so a gateway has to miss packets from this many places. */
const PLACES = 4;
/** A place is a square of the floor with sides of this length, m. */
const PLACE_M = 3;

/** Notes which gateways of its floor have heard a tag that they should hear well. */
export function updateMissedPackets(
  { anchors, learning }: LearningSite,
  state: TagLearning & SignalState,
  m: Measurements,
  floor: PlacedFloor,
  posterior: Posterior,
  nowMs: number,
  { rule, inMotion }: { rule: WindowRule; inMotion: boolean },
): void {
  const sinceMs = nowMs - state.missedUpdatedMs;
  if (m.own < MIN_GATEWAYS || sinceMs < (inMotion ? MOVING_EACH_MS : STANDING_EACH_MS)) return;
  const max = maxPackets(m);
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0 || max < MIN_PACKETS) return;
  state.missedUpdatedMs = nowMs;
  const wellDbm = learning.faintestDbm + WELL_HEARD_DB - posterior.offsetDb;
  const lagMs = maxLagMs(anchors);
  const place = placeOf(floor, cell);
  for (const anchor of anchors.values()) {
    if (anchor.floor !== floor || anchor.validUntilMs !== Infinity || anchor.tables.fine[cell]! < wellDbm) continue;
    const packets = packetsOf(m, anchor);
    if (packets === 0 && !isSilent(anchor, state, rule.spanMs, uploadedUntil(anchor, nowMs, lagMs))) continue;
    recordShare(anchor.missed, Math.min(1, packets / max), place, nowMs);
  }
}

/** Whether a gateway has long missed packets that it should hear, though its neighbours hear them. */
export function missesPackets({ isOff, watchedMs, usual, places }: MissedPackets): boolean {
  return isOff || (watchedMs > KNOWN_MS && usual < ALWAYS_OFF_SHARE && places.size >= PLACES);
}

function recordShare(missed: MissedPackets, share: number, place: number, nowMs: number): void {
  updateLevel(missed, share, nowMs, KNOWN_MS, hasDropped);
  if (missed.recent > BACK_SHARE * missed.usual) missed.places.clear();
  if (share < OFF_SHARE && missed.places.size < PLACES) missed.places.add(place);
}

function hasDropped({ recent, usual, places, isOff }: MissedPackets): boolean {
  const min = (isOff ? BACK_SHARE : OFF_SHARE) * usual;
  return recent < min && (isOff || places.size >= PLACES);
}

/** Whether it has heard none for certain: its uploads are complete, and it was not left out as one too many. */
function isSilent({ id }: PlacedAnchor, { windows }: SignalState, spanMs: number, untilMs: number): boolean {
  const window = windows.get(id);
  return !window?.count || untilMs - window.atMs[window.count - 1]! > spanMs;
}

/** One number for all cells of a square. */
function placeOf({ grid, index }: PlacedFloor, cell: number): number {
  const side = Math.max(1, Math.round(PLACE_M / grid.cellM));
  const column = Math.floor((cell % grid.columns) / side);
  const row = Math.floor(cell / grid.columns / side);
  return (index * grid.rows + row) * grid.columns + column;
}

function maxPackets(m: Measurements): number {
  let max = 0;
  for (let i = 0; i < m.own; i++) max = Math.max(max, m.packets[i]!);
  return max;
}

function packetsOf(m: Measurements, anchor: PlacedAnchor): number {
  for (let i = 0; i < m.own; i++) if (m.anchors[i] === anchor) return m.packets[i]!;
  return 0;
}
