import type { ReactNode } from "react";
import classes from "./Profile.module.css";

/** A value among the fields that cannot be edited here. */
export function ReadOnlyField({ label, hint, value }: { label: string; hint?: string; value: ReactNode }) {
  return (
    <dl className={classes["fact"]}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {hint === undefined ? null : <dd className={classes["hint"]}>{hint}</dd>}
    </dl>
  );
}
