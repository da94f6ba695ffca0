import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./Guide.module.css";

interface Props {
  number: number;
  title: string;
  hint: string;
  state: "done" | "current" | "later";
  /** The result of the step. */
  summary: { text: string | null; to: string } | null;
  children: ReactNode;
}

/** One step of the guide: done, with its result; the current one; or only its title. */
export function Step({ number, title, hint, state, summary, children }: Props) {
  const { t } = useTranslation();
  return (
    <li className={classes["step"]} data-state={state} aria-current={state === "current" ? "step" : undefined}>
      <div className={classes["head"]}>
        <span className={classes["number"]} aria-hidden="true">
          {state === "done" ? <IconCheck size={16} stroke={2.25} /> : number}
        </span>
        <h2>{title}</h2>
        {state === "done" && summary !== null ? <Link to={summary.to}>{summary.text ?? t("guide.show")}</Link> : null}
        {state === "done" ? <span className={classes["said"]}>{t("guide.done")}</span> : null}
      </div>
      {state === "current" ? (
        <div className={classes["content"]}>
          <p>{hint}</p>
          {children}
        </div>
      ) : null}
    </li>
  );
}
