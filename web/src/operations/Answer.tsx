import type { SystemOperations } from "@pulse/contract/operations";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { clockTime, dateTime } from "../time/ages.ts";
import { useFailedMessages } from "./failedMessages.api.ts";
import { type Finding, findingsOf } from "./findings.ts";
import classes from "./Operations.module.css";
import { StateIcon } from "./StateIcon.tsx";

interface Props {
  operations: SystemOperations;
  /** Why the last question was not answered; null: it was. */
  error: Error | null;
}

/** What everybody wants to know first: whether all is in order, and what is not. */
export function Answer({ operations, error }: Props) {
  const { t } = useTranslation();
  const { data: failedMessages = [] } = useFailedMessages();
  const findings = findingsOf(operations, failedMessages.length);
  const [first, ...others] = findings;
  const time = clockTime(Date.parse(operations.at));
  if (error !== null) {
    const isRefused = error instanceof ApiError && error.status === 503;
    return (
      <Lead state="failed" text={t(isRefused ? "operations.answer.noDatabase" : "operations.answer.noServer")}>
        <p>{t("operations.answer.old", { time: dateTime(Date.parse(operations.at)) })}</p>
      </Lead>
    );
  }
  if (first === undefined)
    return (
      <Lead state="ok" text={t("operations.answer.ok")}>
        {operations.backup.state === "off" ? <p>{t("operations.answer.noBackup")}</p> : null}
        <p>{t("operations.answer.at", { time })}</p>
      </Lead>
    );
  if (others.length === 0)
    return (
      <Lead state={first.state} text={first.text}>
        <p>{t("operations.answer.rest", { time })}</p>
      </Lead>
    );
  return (
    <Lead state={first.state} text={t("operations.answer.several", { count: findings.length })}>
      <ul className={classes["findings"]}>
        {findings.map((finding) => (
          <FindingLine key={finding.id} {...finding} />
        ))}
      </ul>
      <p>{t("operations.answer.rest", { time })}</p>
    </Lead>
  );
}

function FindingLine({ state, text }: Finding) {
  return (
    <li>
      <StateIcon state={state} size={16} />
      <span>{text}</span>
    </li>
  );
}

interface LeadProps {
  state: "ok" | Finding["state"];
  text: string;
  children: ReactNode;
}

function Lead({ state, text, children }: LeadProps) {
  return (
    <div className={classes["answer"]} data-state={state}>
      <StateIcon state={state} size={24} />
      <div>
        <p className={classes["lead"]} role="status">
          {text}
        </p>
        {children}
      </div>
    </div>
  );
}
