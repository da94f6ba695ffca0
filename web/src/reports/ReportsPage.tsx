import { Button } from "@mantine/core";
import { IconFileSpreadsheet, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { RequireAccess } from "../entity/RequireAccess.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { ListPage } from "../table/ListPage.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import { ReportCard } from "./ReportCard.tsx";
import { ReportDialog } from "./ReportDialog.tsx";
import { mayReport } from "./mayReport.ts";
import classes from "./Reports.module.css";
import { useReports } from "./reports.api.ts";
import { Schedules } from "./Schedules.tsx";

/** `/reports`: scheduled reports, the reports that the person has requested, and a button to request one. */
export default function ReportsPage() {
  return (
    <RequireAccess needs={mayReport}>
      <Centre />
    </RequireAccess>
  );
}

function Centre() {
  const { t } = useTranslation();
  useTitle(t("reports.title"));
  const [isAsking, setAsking] = useState(false);
  const { reports, error, refetch, hasOlder, isLoadingOlder, showOlder } = useReports();
  const ask = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => setAsking(true)}
      aria-haspopup="dialog"
    >
      {t("reports.add")}
    </Button>
  );
  const isEmpty = reports?.length === 0;
  return (
    <ListPage title={t("reports.title")} note={t("reports.note")} actions={isEmpty ? null : ask}>
      <div className={classes["parts"]}>
        <Schedules />
        {reports === undefined && error !== null ? (
          <FailedMessage title={t("reports.failed")} text={errorText(error)} retry={() => void refetch()} />
        ) : isEmpty ? (
          <Message
            icon={<IconFileSpreadsheet size={20} stroke={1.6} aria-hidden="true" />}
            title={t("reports.empty")}
            text={t("reports.emptyWhy")}
          >
            {ask}
          </Message>
        ) : reports === undefined ? null : (
          <section className={classes["part"]} aria-label={t("reports.yours")}>
            <div className={classes["head"]}>
              <h2>{t("reports.yours")}</h2>
            </div>
            <ul aria-label={t("reports.title")}>
              {reports.map((report) => (
                <ReportCard key={report.id} report={report} />
              ))}
            </ul>
            {hasOlder ? (
              <Button variant="default" loading={isLoadingOlder} onClick={showOlder}>
                {t("reports.older")}
              </Button>
            ) : null}
          </section>
        )}
      </div>
      {isAsking ? <ReportDialog onClose={() => setAsking(false)} /> : null}
    </ListPage>
  );
}
