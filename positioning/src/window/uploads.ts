import type { PlacedAnchor } from "../model/placed.ts";
import type { RssiWindow } from "./rssiWindow.ts";

/** Every way from a gateway to here takes a moment, ms. */
const AT_ONCE_MS = 1000;
/** What comes within this is one upload, in however many messages, ms. */
const ONE_UPLOAD_MS = 2000;
/** Uploads of which it is known how long they waited; two of them that are alike to this are a gateway's habit. */
const REMEMBERED = 3;
const ALIKE = 1.5;

/** Notes for how long a gateway kept a packet before it handed it over. */
export function noteUpload(window: RssiWindow, heardMs: number, receivedMs: number): void {
  const waitedMs = receivedMs - heardMs > AT_ONCE_MS ? receivedMs - heardMs : 0;
  if (receivedMs > window.laggedMs + ONE_UPLOAD_MS) {
    window.lagMs = waitedMs;
    window.laggedMs = receivedMs;
  } else if (receivedMs > window.laggedMs - ONE_UPLOAD_MS) window.lagMs = Math.max(window.lagMs, waitedMs);
}

/** Takes over into the gateway what one tag's packets show of its uploads. */
export function learnUploads(anchor: PlacedAnchor, window: RssiWindow, newestMs: number, nowMs: number): void {
  if (newestMs > anchor.heardMs || anchor.heardMs > nowMs) {
    anchor.heardMs = newestMs;
    anchor.silentTo.clear();
  }
  const { waitsMs } = anchor;
  if (window.laggedMs > anchor.laggedMs + ONE_UPLOAD_MS) {
    waitsMs.unshift(window.lagMs);
    if (waitsMs.length > REMEMBERED) waitsMs.pop();
    anchor.laggedMs = window.laggedMs;
  } else if (window.lagMs > (waitsMs[0] ?? Infinity) && window.laggedMs > anchor.laggedMs - ONE_UPLOAD_MS)
    waitsMs[0] = window.lagMs;
  else return;
  anchor.lagMs = usualWaitMs(waitsMs);
}

/** How long its uploads usually wait. One that waited much longer than the others is what was kept while a line was down. */
function usualWaitMs(waitsMs: readonly number[]): number {
  let most = 0;
  let second = 0;
  for (const ms of waitsMs) {
    second = Math.max(second, Math.min(most, ms));
    most = Math.max(most, ms);
  }
  return waitsMs.length < REMEMBERED || most <= ALIKE * second ? most : second;
}

/**
 * How long the gateways that hear a tag usually wait, ms. The last upload of one tag's window does not tell: it may have
 * brought what was kept while a line was down, and that gateway need not hear this tag again.
 */
export function usualLagMs(anchors: ReadonlyMap<string, PlacedAnchor>, windows: Map<string, RssiWindow>): number {
  let lagMs = 0;
  for (const id of windows.keys()) lagMs = Math.max(lagMs, anchors.get(id)?.lagMs ?? 0);
  return lagMs;
}

/**
 * Up to when a gateway has handed over all that it heard: its last packet of any tag, or now less its usual lag. What
 * it hears later is not known yet, and is no silence.
 */
export function coveredUntil(anchor: PlacedAnchor, nowMs: number): number {
  return Math.min(nowMs, Math.max(anchor.heardMs, nowMs - anchor.lagMs));
}

/** The longest that a gateway of the site usually waits, ms. */
export function longestLagMs(anchors: ReadonlyMap<string, PlacedAnchor>): number {
  let lagMs = 0;
  for (const anchor of anchors.values()) lagMs = Math.max(lagMs, anchor.lagMs);
  return lagMs;
}

/** The same of a gateway that may have heard nothing yet: then it may be as late as the latest of its site. */
export function handedOverUntil(anchor: PlacedAnchor, nowMs: number, longestMs: number): number {
  return anchor.heardMs === -Infinity ? nowMs - longestMs : coveredUntil(anchor, nowMs);
}
