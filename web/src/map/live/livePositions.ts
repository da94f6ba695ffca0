import type { Positions } from "../../live/positions.ts";

/** What the ages of live positions are counted from. */
export interface LiveClock {
  /** How far the browser's clock is behind the server's, ms. */
  offsetMs: number;
  /** How far the server's picture is behind its clock, ms: a position is not old because the server is slow. */
  behindMs(): number;
  /** While paused, the clock stops at this moment and nothing grows older. */
  pausedAtMs: number | null;
}

/** The live positions by the moment up to which the server has processed messages. */
export function livePositions(store: Positions, { offsetMs, behindMs, pausedAtMs }: LiveClock): Positions {
  return {
    get: store.get,
    all: store.all,
    subscribe: store.subscribe,
    nowMs: () => pausedAtMs ?? store.nowMs() + offsetMs - behindMs(),
  };
}
