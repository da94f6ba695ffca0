import { cellAt } from "../model/floorGrid.ts";
import type { MissedPackets } from "../model/gatewayLearning.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import type { TagLearning } from "./tagLearning.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { WindowRule } from "../window/collectWindows.ts";
import type { SignalState } from "../window/signalState.ts";
import type { Measurements } from "../window/measurements.ts";
import { updateLevel } from "./updateLevel.ts";
import { uploadedUntil, maxLagMs } from "../window/uploads.ts";
import { LEARN } from "./learnConstants.ts";

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
  if (m.own < LEARN.minGateways || sinceMs < (inMotion ? LEARN.missedMovingMs : LEARN.missedStillMs)) return;
  const max = maxPackets(m);
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0 || max < LEARN.missedPackets) return;
  state.missedUpdatedMs = nowMs;
  const wellDbm = learning.faintestDbm + LEARN.wellHeardDb - posterior.offsetDb;
  const lagMs = maxLagMs(anchors);
  const place = placeOf(floor, cell);
  for (const anchor of anchors.values()) {
    if (anchor.floor !== floor || anchor.validUntilMs !== Infinity || anchor.tables.level[cell]! < wellDbm) continue;
    const packets = packetsOf(m, anchor);
    if (packets === 0 && !isSilent(anchor, state, rule.spanMs, uploadedUntil(anchor, nowMs, lagMs))) continue;
    recordShare(anchor.missed, Math.min(1, packets / max), place, nowMs);
  }
}

/** Whether a gateway has long missed packets that it should hear, though its neighbours hear them. */
export function missesPackets({ isOff, watchedMs, usual, places }: MissedPackets): boolean {
  return isOff || (watchedMs > LEARN.recentMs && usual < LEARN.missedAlwaysShare && places.size >= LEARN.missedPlaces);
}

function recordShare(missed: MissedPackets, share: number, place: number, nowMs: number): void {
  updateLevel(missed, share, nowMs, LEARN.recentMs, hasDropped);
  if (missed.recent > LEARN.missedBackShare * missed.usual) missed.places.clear();
  if (share < LEARN.missedOffShare && missed.places.size < LEARN.missedPlaces) missed.places.add(place);
}

function hasDropped({ recent, usual, places, isOff }: MissedPackets): boolean {
  const min = (isOff ? LEARN.missedBackShare : LEARN.missedOffShare) * usual;
  return recent < min && (isOff || places.size >= LEARN.missedPlaces);
}

/** Whether it has heard none for certain: its uploads are complete, and it was not left out as one too many. */
function isSilent({ id }: PlacedAnchor, { windows }: SignalState, spanMs: number, untilMs: number): boolean {
  const window = windows.get(id);
  return !window?.count || untilMs - window.atMs[window.count - 1]! > spanMs;
}

/** One number for all cells of a square. */
function placeOf({ grid, index }: PlacedFloor, cell: number): number {
  const side = Math.max(1, Math.round(LEARN.elsewhereM / grid.cellM));
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
