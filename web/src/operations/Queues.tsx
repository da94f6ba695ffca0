import type { Queue } from "@pulse/contract/operations";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { numberText } from "../text/numbers.ts";
import { durationText } from "../time/ageText.ts";
import classes from "./Operations.module.css";

/** Shorter than this nobody calls it waiting, s: writes are gathered for a second or two. */
const shortS = 3;

/** What is processed later than it comes in. */
export function Queues({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation();
  return (
    <FormSection title={t("operations.queuesTitle")} hint={t("operations.queuesHint")} isBare>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("operations.queue")}</th>
            <th scope="col">{t("operations.waiting")}</th>
            <th scope="col">{t("operations.oldest")}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ id, waiting, ageS, isLate }) => (
            <tr key={id} data-late={isLate || undefined}>
              <th scope="row">{t(`operations.queues.${id}`)}</th>
              <td>{waiting === null ? "–" : numberText(waiting)}</td>
              <td>{ageS < shortS ? "–" : durationText(ageS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </FormSection>
  );
}
