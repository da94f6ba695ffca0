import { cellAt } from "../model/floorGrid.ts";
import type { Missed } from "../model/missed.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "../model/siteModel.ts";
import type { TrackerState } from "../model/trackerState.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { WindowRule } from "../window/collect.ts";
import type { Measurements } from "../window/measurements.ts";
import { noteLevel } from "./noteLevel.ts";
import { handedOverUntil, longestLagMs } from "../window/uploads.ts";

/** So far above the faintest packet of the site a gateway hears nearly all packets, whatever the shadows, dB. */
const WELL_HEARD_DB = 15;
/** A place that fewer gateways of its floor hear may be another one, and says nothing of those that do not. */
const LEAST_GATEWAYS = 4;
/** The gateway that hears most has to hear so many packets of a window. */
const LEAST_PACKETS = 3;
/** What moves tells of another place each time, and what stands of the same one, ms. */
const MOVING_EACH_MS = 2000;
const STANDING_EACH_MS = 60_000;
/** What is usual takes this long to be known. */
const KNOWN_MS = 3 * 60_000;
/** So little of what is usual tells that something is wrong, and this that it is right again (chosen on seeds 101–208). */
const OFF_SHARE = 0.4;
const BACK_SHARE = 0.7;
/** One that has always missed this much may hang where it hears little; below it hears as good as nothing. */
const ALWAYS_OFF_SHARE = 0.15;
/** One shelf may hide one place: it takes packets from so many places that a gateway does not hear. */
const PLACES = 4;
/** A place is a square of the floor with sides of, m. */
const PLACE_M = 3;

/** Notes which gateways of its floor have heard a tag that they should hear well. */
export function noteMissed(
  { anchors, work }: SiteModel,
  state: TrackerState,
  m: Measurements,
  floor: PlacedFloor,
  posterior: Posterior,
  nowMs: number,
  { rule, inMotion }: { rule: WindowRule; inMotion: boolean },
): void {
  const sinceMs = nowMs - state.toldOfMissedMs;
  if (m.own < LEAST_GATEWAYS || sinceMs < (inMotion ? MOVING_EACH_MS : STANDING_EACH_MS)) return;
  const most = mostPackets(m);
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0 || most < LEAST_PACKETS) return;
  state.toldOfMissedMs = nowMs;
  const wellDbm = work.faintestDbm + WELL_HEARD_DB - posterior.offsetDb;
  const lagMs = longestLagMs(anchors);
  const place = placeOf(floor, cell);
  for (const anchor of anchors.values()) {
    if (anchor.floor !== floor || anchor.validUntilMs !== Infinity || anchor.tables.fine[cell]! < wellDbm) continue;
    const packets = packetsOf(m, anchor);
    if (packets === 0 && !isSilent(anchor, state, rule.spanMs, handedOverUntil(anchor, nowMs, lagMs))) continue;
    noteShare(anchor.missed, Math.min(1, packets / most), place, nowMs);
  }
}

/** Whether a gateway has long missed packets that it should hear, though its neighbours do not. */
export function missesPackets({ isOff, watchedMs, usual, places }: Missed): boolean {
  return isOff || (watchedMs > KNOWN_MS && usual < ALWAYS_OFF_SHARE && places.size >= PLACES);
}

function noteShare(missed: Missed, share: number, place: number, nowMs: number): void {
  noteLevel(missed, share, nowMs, KNOWN_MS, hasDropped);
  if (missed.recent > BACK_SHARE * missed.usual) missed.places.clear();
  if (share < OFF_SHARE && missed.places.size < PLACES) missed.places.add(place);
}

function hasDropped({ recent, usual, places, isOff }: Missed): boolean {
  const least = (isOff ? BACK_SHARE : OFF_SHARE) * usual;
  return recent < least && (isOff || places.size >= PLACES);
}

/** Whether it has handed over that it heard none: it is late no more, and is not left out as one of too many. */
function isSilent({ id }: PlacedAnchor, { windows }: TrackerState, spanMs: number, untilMs: number): boolean {
  const window = windows.get(id);
  return !window?.count || untilMs - window.atMs[window.count - 1]! > spanMs;
}

/** A number for all cells around one. */
function placeOf({ grid, index }: PlacedFloor, cell: number): number {
  const side = Math.max(1, Math.round(PLACE_M / grid.cellM));
  const column = Math.floor((cell % grid.columns) / side);
  const row = Math.floor(cell / grid.columns / side);
  return (index * grid.rows + row) * grid.columns + column;
}

function mostPackets(m: Measurements): number {
  let most = 0;
  for (let i = 0; i < m.own; i++) most = Math.max(most, m.packets[i]!);
  return most;
}

function packetsOf(m: Measurements, anchor: PlacedAnchor): number {
  for (let i = 0; i < m.own; i++) if (m.anchors[i] === anchor) return m.packets[i]!;
  return 0;
}
