import type { Watch } from "@pulse/contract/live";
import { useEffect, useEffectEvent, useRef } from "react";
import { type Viewport, subscriptionFor } from "./subscription.ts";

/** How often a changed view is reported, ms. */
const everyMs = 1_000;

/** Subscribes the live connection to what is being viewed, so that not all of a large site comes twice a second. */
export function useSubscription(watch: (watch: Watch | null) => void, currentViewport: () => Viewport): void {
  const current = useRef<Watch | null>(null);
  const update = useEffectEvent(() => {
    const next = subscriptionFor(currentViewport(), current.current);
    if (next === current.current) return;
    current.current = next;
    watch(next);
  });
  useEffect(() => {
    const timer = setInterval(() => update(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
