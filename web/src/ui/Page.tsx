import type { ReactNode } from "react";
import classes from "./Page.module.css";

/** A page with only a message and links. */
export function Page({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={classes["page"]}>
      <h1>{title}</h1>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </div>
  );
}
