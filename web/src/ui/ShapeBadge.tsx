import type { ReactNode } from "react";
import classes from "./ShapeBadge.module.css";

/** A state as a badge. Its shape, 12 × 12 and in the colour of the text, has the same meaning as its colour. */
export function ShapeBadge({ shape, tone, text }: { shape: ReactNode; tone: "ok" | "warn" | "quiet"; text: string }) {
  return (
    <span className={classes["badge"]} data-tone={tone}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {shape}
      </svg>
      {text}
    </span>
  );
}
