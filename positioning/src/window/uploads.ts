import type { PlacedAnchor } from "../model/placed.ts";
import type { RssiWindow } from "./rssiWindow.ts";

/** For how long an upload's lag is remembered: long enough to see the next one of a gateway that uploads as rarely. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_LAGS = 1.5;
/** Every way from a gateway to here takes a moment, ms. */
const AT_ONCE_MS = 1000;

/** What is remembered of the time a gateway takes to hand over what it hears. */
interface Uploads {
  lagMs: number;
  laggedMs: number;
}

/** Notes for how long a gateway kept a packet before it handed it over. */
export function noteUpload(window: RssiWindow, heardMs: number, receivedMs: number): void {
  const lagMs = receivedMs - heardMs;
  if (lagMs > AT_ONCE_MS) longer(window, lagMs, receivedMs);
}

/** Takes over into the gateway what one tag's packets show of its uploads. */
export function learnUploads(anchor: PlacedAnchor, window: RssiWindow, newestMs: number, nowMs: number): void {
  if (newestMs > anchor.heardMs || anchor.heardMs > nowMs) {
    anchor.heardMs = newestMs;
    anchor.silentTo.clear();
  }
  if (window.lagMs > 0) longer(anchor, window.lagMs, window.laggedMs);
  if (anchor.lagMs > 0 && isForgotten(anchor, nowMs)) anchor.lagMs = 0;
}

/**
 * Up to when a gateway has handed over all that it heard: its last packet of any tag, or now less its usual lag. What
 * it hears later is not known yet, and is no silence.
 */
export function coveredUntil(anchor: PlacedAnchor, nowMs: number): number {
  return Math.min(nowMs, Math.max(anchor.heardMs, nowMs - anchor.lagMs));
}

function longer(known: Uploads, lagMs: number, atMs: number): void {
  if (lagMs < known.lagMs && !isForgotten(known, atMs)) return;
  known.lagMs = lagMs;
  known.laggedMs = atMs;
}

function isForgotten({ lagMs, laggedMs }: Uploads, nowMs: number): boolean {
  return Math.abs(nowMs - laggedMs) > REMEMBERED_MS + REMEMBERED_LAGS * lagMs;
}
