import type { Watch } from "@pulse/contract/live";
import { useEffect, useEffectEvent, useRef } from "react";
import { type Looked, watchOf } from "./watchOf.ts";

/** How often a changed view is reported, ms. */
const everyMs = 1_000;

/** Tells the live connection what is being viewed, so that not all of a large site comes twice a second. */
export function useWatch(watch: (watch: Watch | null) => void, looked: () => Looked): void {
  const told = useRef<Watch | null>(null);
  const tell = useEffectEvent(() => {
    const next = watchOf(looked(), told.current);
    if (next === told.current) return;
    told.current = next;
    watch(next);
  });
  useEffect(() => {
    const timer = setInterval(() => tell(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
