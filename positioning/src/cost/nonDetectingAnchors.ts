import type { Measurements } from "../window/measurements.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { LearningSite } from "../model/siteLearning.ts";
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
  model: LearningSite & { work: { nonDetecting: NonDetectingAnchors } },
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
  const { meanPacketMs, meanPackets, maxPackets } = packetsOf(m);
  out.packets = maxPackets;
  out.shadowSdDb = model.shadowSdDb;
  out.faintestDbm = model.learning.faintestDbm;
  if (!model.uses.nonDetection || !isWorthAsking(m, isOften || meanPackets >= COST.surePackets)) return out;
  const best = m.anchors[0]!;
  const lagMs = maxLagMs(model.anchors);
  const silentMs = spanMs * (lagMs > 0 || !isChosen ? COST.longSpans : 1);
  for (const anchor of model.anchors.values()) {
    if (anchor.floor !== floor || nowMs > anchor.validUntilMs) continue;
    const lastMs = lastHeardMs(state, anchor);
    const coveredMs = uploadedUntil(anchor, nowMs, lagMs);
    // It may still have to hand over what it heard while the others heard the tag.
    if (coveredMs < meanPacketMs || coveredMs - lastMs <= silentMs) continue;
    const isAlive = anchor.lastPacketMs <= nowMs && nowMs - anchor.lastPacketMs <= COST.aliveMs + anchor.lagMs;
    if (!isAlive && isOff(anchor, isChosen ? state : null)) continue;
    addNearest(isAlive ? out.alive : out.unsure, anchor, best);
  }
  return out;
}

function lastHeardMs({ windows }: SignalState, { id }: PlacedAnchor): number {
  const window = windows.get(id);
  return window?.count ? window.atMs[window.count - 1]! : -Infinity;
}

function isWorthAsking(m: Measurements, isHeardForSure: boolean): boolean {
  return m.count > 0 && m.own < COST.enoughHeard && isHeardForSure;
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

/** Of the gateways that hear the tag: the mean time of their packets, the mean number of these, and the largest. */
function packetsOf({ count, middleMs, packets }: Measurements) {
  let [sumMs, sum, maxPackets] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    sumMs += middleMs[i]!;
    sum += packets[i]!;
    maxPackets = Math.max(maxPackets, packets[i]!);
  }
  const each = Math.max(1, count);
  return { meanPacketMs: sumMs / each, meanPackets: sum / each, maxPackets };
}
