import type { ReactNode } from "react";
import classes from "./Factors.module.css";

/** One way to sign in: its name, its state, and what can be done with it. */
export function FactorRow({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <div className={classes["row"]}>
      <div className={classes["text"]}>
        <div className={classes["name"]}>{name}</div>
        <p>{state}</p>
      </div>
      <div className={classes["buttons"]}>{children}</div>
    </div>
  );
}
