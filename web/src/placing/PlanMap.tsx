import { lazy, Suspense } from "react";
import classes from "./PlanMap.module.css";
import type { PlanMapProps } from "./PlanMapProps.ts";

const Lazy = lazy(async () => ({ default: (await import("../mapChunk.ts")).PlanMapCanvas }));

/** A map with plans and markers, filling its parent. Its code is loaded when it is first shown. */
export function PlanMap(props: PlanMapProps) {
  return (
    <div className={classes["frame"]} role="region" aria-label={props.label}>
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    </div>
  );
}
