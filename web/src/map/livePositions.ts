import type { Positions } from "../live/positions.ts";

/** The live positions by the server's clock. While paused, the clock stops and nothing grows older. */
export function livePositions(store: Positions, offsetMs: number, pausedAtMs: number | null): Positions {
  return {
    get: store.get,
    all: store.all,
    subscribe: store.subscribe,
    nowMs: () => pausedAtMs ?? store.nowMs() + offsetMs,
  };
}
