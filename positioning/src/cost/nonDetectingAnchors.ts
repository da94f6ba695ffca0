import type { Measurements } from "../window/measurements.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { CostSite } from "./costWork.ts";
import type { NonDetectingAnchors } from "./nonDetection.ts";
import { uploadedUntil, maxLagMs } from "../window/uploads.ts";
import type { SignalState } from "../window/signalState.ts";
import { COST } from "./costConstants.ts";

/**
 * The gateways of the floor that do not hear the tag, if so few hear it that this is worth knowing; written into the
 * model's own lists. Non-detection taken as hard evidence does harm, so its effect is bounded, and smaller for gateways
 * that hear no other tags.
 * @param isOften whether the tag advertises so often that a gateway that hears it does so in every window
 * @param isChosen whether the tag is on that floor: only then may gateways that hear nobody turn out to be off
 */
export function nonDetectingAnchors(
  model: CostSite,
  state: SignalState,
  m: Measurements,
  floor: PlacedFloor,
  nowMs: number,
  spanMs: number,
  isOften: boolean,
  isChosen = true,
): NonDetectingAnchors {
  const out = model.work.nonDetecting;
  out.alive.length = 0;
  out.unsure.length = 0;
  out.packets = maxPackets(m);
  out.shadowSdDb = model.shadowSdDb;
  out.faintestDbm = model.learning.faintestDbm;
  if (!model.uses.nonDetection || !isWorthAsking(m, isOften)) return out;
  const best = m.anchors[0]!;
  const meanPacketMs = middleOf(m);
  const lagMs = maxLagMs(model.anchors);
  const silentMs = spanMs * (lagMs > 0 || !isChosen ? COST.longSpans : 1);
  for (const anchor of model.anchors.values()) {
    if (anchor.floor !== floor || nowMs > anchor.validUntilMs) continue;
    const window = state.windows.get(anchor.id);
    const lastMs = window?.count ? window.atMs[window.count - 1]! : -Infinity;
    const coveredMs = uploadedUntil(anchor, nowMs, lagMs);
    // It may still have to hand over what it heard while the others heard the tag.
    if (coveredMs < meanPacketMs || coveredMs - lastMs <= silentMs) continue;
    const isAlive = anchor.lastPacketMs <= nowMs && nowMs - anchor.lastPacketMs <= COST.aliveMs + anchor.lagMs;
    if (!isAlive && isOff(anchor, isChosen ? state : null)) continue;
    addNearest(isAlive ? out.alive : out.unsure, anchor, best);
  }
  return out;
}

function isWorthAsking(m: Measurements, isOften: boolean): boolean {
  return m.count > 0 && m.own < COST.enoughHeard && (isOften || packetsOfEach(m) >= COST.surePackets);
}

/** Whether a gateway that hears nobody is probably off: enough different tags were located without it. */
function isOff({ trackersNotHeard }: PlacedAnchor, state: SignalState | null): boolean {
  if (state && trackersNotHeard.size < COST.tagsOfOneOff) trackersNotHeard.add(state);
  return trackersNotHeard.size >= COST.tagsOfOneOff;
}

/** Keeps the list ordered by distance from the gateway, and short. */
function addNearest(list: PlacedAnchor[], anchor: PlacedAnchor, from: PlacedAnchor): void {
  const d = distance2(anchor, from);
  if (list.length === COST.maxNonDetecting && d >= distance2(list[COST.maxNonDetecting - 1]!, from)) return;
  let at = Math.min(list.length, COST.maxNonDetecting - 1);
  while (at > 0 && distance2(list[at - 1]!, from) > d) {
    list[at] = list[at - 1]!;
    at--;
  }
  list[at] = anchor;
}

function distance2(a: PlacedAnchor, b: PlacedAnchor): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

function middleOf(m: Measurements): number {
  let sum = 0;
  for (let i = 0; i < m.count; i++) sum += m.middleMs[i]!;
  return sum / Math.max(1, m.count);
}

function packetsOfEach(m: Measurements): number {
  let packets = 0;
  for (let i = 0; i < m.count; i++) packets += m.packets[i]!;
  return packets / Math.max(1, m.count);
}

function maxPackets(m: Measurements): number {
  let max = 0;
  for (let i = 0; i < m.count; i++) max = Math.max(max, m.packets[i]!);
  return max;
}
