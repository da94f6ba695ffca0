import { type ReactNode, useId } from "react";
import classes from "./Section.module.css";

interface Props {
  title: string;
  /** What the section is about, beside its title. */
  hint?: string;
  /** At the right end of the title's line. */
  actions?: ReactNode;
  /** Its content is not fields and has its own margins. */
  isBare?: boolean;
  children: ReactNode;
  /** A separate line at the card's end, such as a SaveBar. */
  foot?: ReactNode;
}

/** One section of a form: a card with its title, and its fields in two columns where there is room. */
export function FormSection({ title, hint, actions, isBare = false, children, foot }: Props) {
  const id = useId();
  return (
    <section className={classes["section"]} aria-labelledby={id}>
      <div className={classes["head"]}>
        <h2 id={id}>{title}</h2>
        {hint === undefined ? null : <p>{hint}</p>}
        {actions === undefined ? null : <div className={classes["actions"]}>{actions}</div>}
      </div>
      {isBare ? children : <div className={classes["fields"]}>{children}</div>}
      {foot}
    </section>
  );
}
