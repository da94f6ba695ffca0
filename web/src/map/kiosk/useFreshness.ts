import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useServices } from "../../services/services.tsx";
import { everySecond } from "../../time/everySecond.ts";
import { isUpToDate, type Freshness, nextFreshness } from "./freshness.ts";

/** Returns a check of whether the display is current at this moment. */
export function useIsUpToDate(isFailing: boolean): () => boolean {
  const { connection, connectivity } = useServices();
  // Without a network the browser returns cached answers.
  return () => isUpToDate(connection.current().state) && connectivity.current().state === "online" && !isFailing;
}

/** Since when the display is not live, ms; null: it is live. This persists when the connection changes from one site to the next. */
export function useFreshness(isFailing: boolean): number | null {
  const isLive = useIsUpToDate(isFailing);
  const freshness = useRef<Freshness | null>(null);
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  const refresh = useEffectEvent(() => {
    const nowMs = Date.now();
    freshness.current = nextFreshness(freshness.current ?? { liveMs: nowMs, sinceMs: null }, isLive(), nowMs);
    setSinceMs(freshness.current.sinceMs);
  });
  useEffect(() => everySecond(() => refresh()), []);
  return sinceMs;
}
