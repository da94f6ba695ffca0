import { Button } from "@mantine/core";
import type { ColdMonth, SystemOperations } from "@pulse/contract/operations";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { numberText } from "../text/numbers.ts";
import { dateTime } from "../time/ages.ts";
import { bytesText } from "./bytesText.ts";
import { partText } from "./findings.ts";
import classes from "./Operations.module.css";
import { StateIcon } from "./StateIcon.tsx";

/** So many are shown until somebody wants to see all. */
const shownFirst = 12;

/** Where the history of each month is; those that failed and those under way come first. */
export function ColdMonths({ cold }: { cold: NonNullable<SystemOperations["disk"]["coldMonths"]> }) {
  const { t } = useTranslation();
  const [isAll, setIsAll] = useState(false);
  const { count, months } = cold;
  const shown = isAll ? months : months.slice(0, shownFirst);
  const left = count - months.length;
  return (
    <FormSection title={t("operations.coldTitle")} hint={t("operations.coldHint")} isBare>
      <ul className={classes["months"]}>
        {shown.map((month) => (
          <Month key={`${month.siteId} ${month.month}`} {...month} />
        ))}
      </ul>
      {shown.length === months.length ? null : (
        <div className={classes["more"]}>
          <Button variant="default" onClick={() => setIsAll(true)}>
            {t("operations.allMonths", { count: months.length })}
          </Button>
        </div>
      )}
      {isAll && left > 0 ? <p className={classes["note"]}>{t("operations.coldRest", { count: left })}</p> : null}
    </FormSection>
  );
}

function Month({ month, site, customer, state, rows, bytes, movedAt, failure }: ColdMonth) {
  const { t } = useTranslation();
  const size = { size: bytesText(bytes), rows: numberText(rows), count: rows };
  const time =
    failure !== null
      ? t("operations.coldTried", { time: dateTime(Date.parse(failure.at)) })
      : movedAt !== null
        ? t("operations.coldMoved", { date: dateTime(Date.parse(movedAt)).slice(0, 10) })
        : null;
  return (
    <li>
      <h3>{month}</h3>
      <p>
        {site}
        <small>{customer}</small>
      </p>
      <p data-state={state}>
        {state === "failed" ? <StateIcon state="failed" size={16} /> : null}
        {t(`operations.coldStates.${state}`)}
      </p>
      <span>
        {rows === 0 ? null : t("operations.coldSize", size)}
        {time === null ? null : <small>{time}</small>}
      </span>
      {state !== "failed" || failure === null ? null : <p className={classes["reason"]}>{partText(failure.reason)}</p>}
    </li>
  );
}
