import { Button } from "@mantine/core";
import type { ReportKind } from "@pulse/contract/reports";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../entity/useCan.ts";
import { mayReport } from "./mayReport.ts";
import { ReportDialog } from "./ReportDialog.tsx";

/** Requests a report from a list: for the list's site, with the list's kind preselected. */
export function ReportButton({ kind, siteId }: { kind: ReportKind; siteId: string | null }) {
  const { t } = useTranslation();
  const can = useCan(mayReport);
  const [isAsking, setAsking] = useState(false);
  if (can !== true || siteId === null) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
        aria-haspopup="dialog"
      >
        {t("reports.one")}
      </Button>
      {isAsking ? <ReportDialog kind={kind} siteId={siteId} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
