import type { Watch } from "@pulse/contract/live";
import { useEffect, useEffectEvent, useRef } from "react";
import { type Viewport, subscriptionFor } from "./subscription.ts";

/** How often a changed view is reported, ms. */
const everyMs = 1_000;

/** Tells the live connection what is being viewed, so that not all of a large site comes twice a second. */
export function useSubscription(watch: (watch: Watch | null) => void, looked: () => Viewport): void {
  const told = useRef<Watch | null>(null);
  const tell = useEffectEvent(() => {
    const next = subscriptionFor(looked(), told.current);
    if (next === told.current) return;
    told.current = next;
    watch(next);
  });
  useEffect(() => {
    const timer = setInterval(() => tell(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
