import { Button, Progress } from "@mantine/core";
import type { ImportReport } from "@pulse/contract/imports";
import { useTranslation } from "react-i18next";
import { Refusal } from "../form/Refusal.tsx";
import { ImportFaults } from "./ImportFaults.tsx";
import classes from "./Things.module.css";
import type { useImport } from "./useImport.ts";

interface Props extends Pick<ReturnType<typeof useImport>, "undoing"> {
  report: ImportReport;
  onClose(): void;
}

/** An import's progress and result: created, with an undo button, or refused, with the reason. */
export function ImportProgress({ report, undoing, onClose }: Props) {
  const { t } = useTranslation();
  const { state, created, updated, total, rows } = report;
  const faulty = rows.filter(({ status }) => status === "error");
  const isRunning = state === "running";
  return (
    <>
      <p role="status">
        {isRunning
          ? t(created === 0 ? "things.import.waiting" : "things.import.working", { created, total })
          : state === "refused"
            ? t("things.import.faulty", { count: faulty.length })
            : updated > 0
              ? t("things.import.doneUpdate", { created, updated })
              : t("things.import.done", { count: created })}
      </p>
      {isRunning ? (
        <>
          <Progress value={(100 * created) / total} aria-label={t("things.import.title")} />
          <p className={classes["hint"]}>{t("things.import.leave")}</p>
        </>
      ) : null}
      <Refusal error={undoing.error} entity="" />
      <ImportFaults rows={faulty} />
      <div className={classes["end"]}>
        {state === "done" && created > 0 && updated === 0 ? (
          <Button
            variant="default"
            loading={undoing.isPending}
            onClick={() => undoing.mutate(undefined, { onSuccess: onClose })}
          >
            {t("things.import.undo")}
          </Button>
        ) : null}
        <Button variant={isRunning ? "default" : "filled"} onClick={onClose}>
          {t(isRunning ? "card.close" : "things.import.close")}
        </Button>
      </div>
    </>
  );
}
