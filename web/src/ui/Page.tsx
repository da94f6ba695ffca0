import type { ReactNode } from "react";
import classes from "./Page.module.css";

/** A page that only says something, and leads on. */
export function Page({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={classes["page"]}>
      <h1>{title}</h1>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </div>
  );
}
