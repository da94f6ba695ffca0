import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { isStrength, type Session } from "./recordings.ts";

/** A tag heard for less than an interval is located at the next multiple of this after its last packet, ms. */
const SOON_MS = 1000;

/** A recorded session as far as it has been played to the engine. */
export interface Playback {
  session: Session;
  state: TrackerState;
  /** The first packet not played yet. */
  next: number;
  /** The first angle or range not played yet. */
  nextDirect: number;
  /** The interval at which to locate it next; `Infinity` after its last. */
  dueMs: number;
  lastMs: number;
}

/**
 * A session not played yet. Its clock may start anywhere: it is first located at the first interval after its first
 * packet, not at that very moment, when there may be only packets with the same time. If it was heard for less than an
 * interval, it gets one fix within a second after its last packet, however long the interval is, because the engine does
 * not locate a tag that has long been silent. Angles and ranges count like packets.
 */
export function newPlayback(session: Session, intervalMs: number): Playback {
  const state = newTrackerState(session.make === undefined ? {} : { model: session.make });
  const start = { session, state, next: 0, nextDirect: 0 };
  const firstMs = nextReceivedMs(start);
  if (firstMs === Infinity) return { ...start, dueMs: Infinity, lastMs: -Infinity };
  const startMs = session.packets.reduce((earliest, { atMs }) => Math.min(earliest, atMs), firstMs);
  const afterMs = (Math.floor(startMs / intervalMs) + 1) * intervalMs;
  const dueMs = Math.max(afterMs, intervalFrom(firstMs, intervalMs));
  const newestMs = Math.max(session.packets.at(-1)?.receivedMs ?? -Infinity, session.direct?.at(-1)?.atMs ?? -Infinity);
  const lastMs = Math.floor(newestMs / intervalMs) * intervalMs;
  if (lastMs >= dueMs) return { ...start, dueMs, lastMs };
  const onceMs = Math.min(dueMs, (Math.floor(newestMs / SOON_MS) + 1) * SOON_MS);
  return { ...start, dueMs: onceMs, lastMs: onceMs };
}

/** Plays what was received up to a moment, without packets of an impossible strength. */
export function playUntil(playback: Playback, nowMs: number): void {
  const { packets, direct = [] } = playback.session;
  for (; playback.next < packets.length && packets[playback.next]!.receivedMs <= nowMs; playback.next++) {
    const packet = packets[playback.next]!;
    if (isStrength(packet.rssi)) observe(playback.state, packet);
  }
  for (; playback.nextDirect < direct.length && direct[playback.nextDirect]!.atMs <= nowMs; playback.nextDirect++)
    observe(playback.state, direct[playback.nextDirect]!);
}

/**
 * Sets the next interval with packets to locate the tag from: recordings may begin at any time of day, and have long
 * silences.
 */
export function scheduleNext(playback: Playback, nowMs: number, intervalMs: number): void {
  const { state, lastMs } = playback;
  const isHeard = state.windows.size > 0 || state.direct.size > 0;
  const nextMs = nextReceivedMs(playback);
  const heardMs = isHeard || nextMs === Infinity ? nowMs : nextMs;
  const dueMs = Math.max(nowMs + intervalMs, intervalFrom(heardMs, intervalMs));
  playback.dueMs = nowMs >= lastMs ? Infinity : Math.min(dueMs, lastMs);
}

/** When the next packet, angle or range is received, ms; `Infinity` after the last. */
function nextReceivedMs({ session, next, nextDirect }: Pick<Playback, "session" | "next" | "nextDirect">): number {
  return Math.min(session.packets[next]?.receivedMs ?? Infinity, session.direct?.[nextDirect]?.atMs ?? Infinity);
}

function intervalFrom(atMs: number, intervalMs: number): number {
  return Math.ceil(atMs / intervalMs) * intervalMs;
}
