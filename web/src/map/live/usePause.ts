import { useCallback, useMemo, useState } from "react";
import type { Positions } from "../../live/positions.ts";
import { useServices } from "../../services/services.tsx";
import { livePositions } from "./livePositions.ts";
import { useClockOffset } from "./useClockOffset.ts";

export interface Pause {
  /** Since when the live map is paused, ms; null: it takes updates. */
  sinceMs: number | null;
  toggle(): void;
}

/** The live positions by the server's clock, and the live map's switch: while it is off the map does not change. */
export function usePause(store: Positions): { pause: Pause; now: Positions } {
  const { connection } = useServices();
  const offsetMs = useClockOffset();
  const behindMs = useCallback(() => connection.current().behindMs, [connection]);
  const [pausedMs, setPausedMs] = useState<number | null>(null);
  const toggle = useCallback(
    () => setPausedMs((before) => (before === null ? Date.now() - behindMs() : null)),
    [behindMs],
  );
  const sinceMs = pausedMs === null ? null : pausedMs + offsetMs;
  const pause = useMemo(() => ({ sinceMs, toggle }), [sinceMs, toggle]);
  const now = useMemo(
    () => livePositions(store, { offsetMs, behindMs, pausedAtMs: sinceMs }),
    [store, offsetMs, behindMs, sinceMs],
  );
  return { pause, now };
}
