import { newTrackerState, observe, type TrackerState } from "@pulse/positioning/model/trackerState";
import type { Session } from "./recordings.ts";

/** A recorded session as far as it has been played to the engine. */
export interface Playback {
  session: Session;
  state: TrackerState;
  /** The first packet not heard yet. */
  next: number;
  /** The interval at which it is to be located next; `Infinity` after its last. */
  dueMs: number;
  lastMs: number;
}

/** A session not played yet. Shorter than one interval it still gets one fix. */
export function newPlayback(session: Session, intervalMs: number): Playback {
  const newestMs = session.packets.at(-1)?.receivedMs ?? 0;
  const firstMs = intervalFrom(session.packets[0]?.receivedMs ?? 0, intervalMs);
  // Time starts at 0, unless all of it lies before.
  const startMs = newestMs < 0 ? firstMs : intervalMs;
  const lastMs = Math.max(startMs, Math.floor(newestMs / intervalMs) * intervalMs);
  const dueMs = Math.max(startMs, firstMs);
  return { session, state: newTrackerState(), next: 0, dueMs: Math.min(dueMs, lastMs), lastMs };
}

/** Plays the packets that were received up to a moment. */
export function hearUntil(playback: Playback, nowMs: number): void {
  const { packets } = playback.session;
  for (; playback.next < packets.length && packets[playback.next]!.receivedMs <= nowMs; playback.next++) {
    observe(playback.state, packets[playback.next]!);
  }
}

/**
 * Sets the next interval at which there is something to locate the tag from: recordings may begin at any time of day,
 * and their silences may be long.
 */
export function moveOn(playback: Playback, nowMs: number, intervalMs: number): void {
  const { session, state, next, lastMs } = playback;
  const heardMs = state.windows.size > 0 ? nowMs : (session.packets[next]?.receivedMs ?? nowMs);
  const dueMs = Math.max(nowMs + intervalMs, intervalFrom(heardMs, intervalMs));
  playback.dueMs = nowMs >= lastMs ? Infinity : Math.min(dueMs, lastMs);
}

function intervalFrom(atMs: number, intervalMs: number): number {
  return Math.ceil(atMs / intervalMs) * intervalMs;
}
