import type { Watch } from "@pulse/contract/live";
import { useEffect, useEffectEvent, useRef } from "react";
import { type Looked, watchOf } from "./watchOf.ts";

/** Of a view that is still being moved nothing is told for so long. */
const everyMs = 1_000;

/** Keeps the line told of what is looked at, so that of a large site not everything comes twice a second. */
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
