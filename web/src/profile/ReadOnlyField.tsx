import type { ReactNode } from "react";
import classes from "./Profile.module.css";

/** Something that is shown among the fields and cannot be changed there. */
export function ReadOnlyField({ label, hint, value }: { label: string; hint?: string; value: ReactNode }) {
  return (
    <dl className={classes["fact"]}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {hint === undefined ? null : <dd className={classes["hint"]}>{hint}</dd>}
    </dl>
  );
}
