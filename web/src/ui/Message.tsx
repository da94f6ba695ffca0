import type { ReactNode } from "react";
import classes from "./Message.module.css";

interface Props {
  icon: ReactNode;
  title: string;
  text?: string;
  isError?: boolean;
  children?: ReactNode;
}

/** An empty or failed part of the layout: what happened, why, and what to do next. */
export function Message({ icon, title, text, isError, children }: Props) {
  return (
    <div className={classes["message"]} data-error={isError || undefined} role={isError ? "alert" : undefined}>
      {icon}
      <b>{title}</b>
      {text === undefined ? null : <span>{text}</span>}
      {children}
    </div>
  );
}
