import type { ReactNode } from "react";
import classes from "./ListPage.module.css";

interface Props {
  title: string;
  /** Beside the title, the most important one last. */
  actions?: ReactNode;
  /** Links to sister lists. */
  tabs?: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A page with a list: its title and actions at the top, the table in the remaining space. */
export function ListPage({ title, actions, tabs, note, children }: Props) {
  return (
    <div className={classes["page"]}>
      <div className={classes["head"]} data-tabs={tabs !== undefined || undefined}>
        <h1>{title}</h1>
        {actions}
      </div>
      {note === undefined ? null : <div className={classes["note"]}>{note}</div>}
      {tabs}
      {children}
    </div>
  );
}
