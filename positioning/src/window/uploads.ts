import type { PlacedAnchor } from "../model/placed.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import { WINDOW } from "./windowConstants.ts";

/** Notes how long a gateway kept a packet before it handed it over. */
export function recordUpload(window: RssiWindow, packetMs: number, receivedMs: number): void {
  const waitedMs = receivedMs - packetMs > WINDOW.transportMs ? receivedMs - packetMs : 0;
  if (receivedMs > window.laggedMs + WINDOW.oneUploadMs) {
    window.lagMs = waitedMs;
    window.laggedMs = receivedMs;
  } else if (receivedMs > window.laggedMs - WINDOW.oneUploadMs) window.lagMs = Math.max(window.lagMs, waitedMs);
}

/** Updates what is known of a gateway's uploads from one tag's window. */
export function learnUploads(anchor: PlacedAnchor, window: RssiWindow, newestMs: number, nowMs: number): void {
  if (newestMs > anchor.lastPacketMs || anchor.lastPacketMs > nowMs) {
    anchor.lastPacketMs = newestMs;
    anchor.trackersNotHeard.clear();
  }
  const { waitsMs } = anchor;
  if (window.laggedMs > anchor.laggedMs + WINDOW.oneUploadMs) {
    waitsMs.unshift(window.lagMs);
    if (waitsMs.length > WINDOW.recentUploads) waitsMs.pop();
    anchor.laggedMs = window.laggedMs;
  } else if (window.lagMs > (waitsMs[0] ?? Infinity) && window.laggedMs > anchor.laggedMs - WINDOW.oneUploadMs)
    waitsMs[0] = window.lagMs;
  else return;
  anchor.lagMs = usualWaitMs(waitsMs);
}

/** How long its uploads usually wait. One that waited much longer than the rest was held up by a broken line. */
function usualWaitMs(waitsMs: readonly number[]): number {
  let max = 0;
  let second = 0;
  for (const ms of waitsMs) {
    second = Math.max(second, Math.min(max, ms));
    max = Math.max(max, ms);
  }
  return waitsMs.length < WINDOW.recentUploads || max <= WINDOW.uploadRatio * second ? max : second;
}

/**
 * The longest usual wait of the gateways that hear a tag, ms. The window's own last upload is no guide: it may have
 * brought packets held back while a line was down, and that gateway need not hear this tag again.
 */
export function usualLagMs(anchors: ReadonlyMap<string, PlacedAnchor>, windows: Map<string, RssiWindow>): number {
  let lagMs = 0;
  for (const id of windows.keys()) lagMs = Math.max(lagMs, anchors.get(id)?.lagMs ?? 0);
  return lagMs;
}

/**
 * Until when a gateway has handed over all that it heard: its last packet of any tag, or now minus its usual lag. After
 * that it is not silent, only not yet heard from.
 */
export function coveredUntil(anchor: PlacedAnchor, nowMs: number): number {
  return Math.min(nowMs, Math.max(anchor.lastPacketMs, nowMs - anchor.lagMs));
}

/** The longest that a gateway of the site usually waits, ms. */
export function maxLagMs(anchors: ReadonlyMap<string, PlacedAnchor>): number {
  let lagMs = 0;
  for (const anchor of anchors.values()) lagMs = Math.max(lagMs, anchor.lagMs);
  return lagMs;
}

/** `coveredUntil`, also for a gateway that has heard nothing yet: it may be as late as the latest of its site. */
export function uploadedUntil(anchor: PlacedAnchor, nowMs: number, longestMs: number): number {
  return anchor.lastPacketMs === -Infinity ? nowMs - longestMs : coveredUntil(anchor, nowMs);
}
