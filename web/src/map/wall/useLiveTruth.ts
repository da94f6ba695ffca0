import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useServices } from "../../services.tsx";
import { everySecond } from "../../time/everySecond.ts";
import { isUpToDate, type Truth, truthAfter } from "./liveTruth.ts";

/** Whether what is shown is as new as it can be, at this moment. */
export function useIsUpToDate(isFailing: boolean): () => boolean {
  const { connection, connectivity } = useServices();
  // What a browser without a network gives is what it kept.
  return () => isUpToDate(connection.current().state) && connectivity.current().state === "online" && !isFailing;
}

/** Since when what is shown is not live, ms; null: it is. It outlasts the change from one site's line to the next one's. */
export function useLiveTruth(isFailing: boolean): number | null {
  const isLive = useIsUpToDate(isFailing);
  const truth = useRef<Truth | null>(null);
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  const look = useEffectEvent(() => {
    const nowMs = Date.now();
    truth.current = truthAfter(truth.current ?? { liveMs: nowMs, sinceMs: null }, isLive(), nowMs);
    setSinceMs(truth.current.sinceMs);
  });
  useEffect(() => everySecond(() => look()), []);
  return sinceMs;
}
