import type { ReactNode } from "react";
import classes from "./FormPage.module.css";

interface Props {
  children: ReactNode;
  /** Cards that are not part of the form, beside it where there is room. */
  aside?: ReactNode;
  isHidden?: boolean;
}

/** The sections of a page in one column, and cards beside them. */
export function FormBody({ children, aside, isHidden = false }: Props) {
  return (
    <div className={classes["body"]} data-aside={aside !== undefined || undefined} hidden={isHidden}>
      <div className={classes["column"]}>{children}</div>
      {aside === undefined ? null : <div className={classes["column"]}>{aside}</div>}
    </div>
  );
}
