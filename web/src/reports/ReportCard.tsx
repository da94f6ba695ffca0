import { ActionIcon, Button, Progress, Tooltip } from "@mantine/core";
import type { Report } from "@pulse/contract/reports";
import { IconDownload, IconTrash, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import { dateTime } from "../time/ages.ts";
import { When } from "../time/When.tsx";
import { kindText } from "./kindText.ts";
import classes from "./Reports.module.css";
import { isUnderWay, useDownload, useRemoveReport } from "./reports.api.ts";

/** One report: its subject, its progress, and its file. */
export function ReportCard({ report }: { report: Report }) {
  const { t } = useTranslation();
  const remove = useRemoveReport();
  const download = useDownload();
  const name = `${kindText(report.kind)}, ${report.site.name}`;
  const whyText = (reason: string): string =>
    reason === "mail_refused" ? t("reports.mailRefused") : t(`errors.${reason}`);
  const end = t(isUnderWay(report) ? "reports.cancel" : "reports.delete", { name });
  return (
    <li className={classes["report"]} data-state={report.state}>
      <div>
        <h3>{name}</h3>
        <p>
          {dateTime(Date.parse(report.startTimeUtc))} – {dateTime(Date.parse(report.endTimeUtc))}
        </p>
        <p>
          <b>{t(`reports.states.${report.state}`)}</b> · <When at={report.requestedAt} format="list" />
          {report.rows === null
            ? null
            : ` · ${t("reports.rows", { count: report.rows, shown: numberText(report.rows) })}`}
          {` · ${report.convertToTimezone}`}
          {report.reason === null ? null : ` · ${whyText(report.reason)}`}
        </p>
        {report.state === "running" ? (
          <Progress
            className={classes["bar"]}
            value={100 * report.progress}
            size="xs"
            aria-label={t("reports.progress", { name })}
          />
        ) : null}
      </div>
      <div className={classes["acts"]}>
        {report.fileUrl === null ? null : (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
            loading={download.isPending}
            aria-label={t("reports.downloadOf", { name })}
            onClick={() => download.mutate(report)}
          >
            {t("reports.download")}
          </Button>
        )}
        <Tooltip label={end}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="var(--pulse-control)"
            aria-label={end}
            onClick={() => remove.mutate(report)}
          >
            {isUnderWay(report) ? <IconX size={16} stroke={1.75} /> : <IconTrash size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}
