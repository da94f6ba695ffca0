import { type AuditEntry, listAudit } from "@pulse/contract/audit";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fieldText, fieldValueText, whatText } from "../audit/auditWords.ts";
import { type DateWords, timesOf } from "../dates/span.ts";
import { useServices } from "../services/services.tsx";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { When } from "../time/When.tsx";
import { HistoryTable } from "./HistoryTable.tsx";
import { renewing } from "./renewing.ts";

const maxShown = 200;

/** Who changed a thing, when and what, from the audit log. */
export function ChangesPart({ id, siteId, dates }: { id: string; siteId: string; dates: DateWords }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: sites } = useAccessibleSites();
  const customerId = sites?.find((site) => site.id === siteId)?.customerId;
  const { data } = useQuery({
    ...renewing(dates),
    queryKey: ["audit", "of", id, dates],
    enabled: customerId !== undefined,
    queryFn: ({ signal }) => {
      const query = { ...timesOf(dates, Date.now()), customerId, entityId: id, limit: maxShown };
      return api.page(listAudit, { query, signal });
    },
  });
  return (
    <HistoryTable
      label={t("history.parts.changes")}
      head={[t("history.time"), t("history.who"), t("history.what")]}
      none={t("history.noChanges")}
      total={data?.metadata.totalCount}
      rows={data?.content.map((entry) => ({
        key: entry.id,
        cells: [
          <When key="at" at={entry.timestamp} format="history" />,
          entry.userEmail ?? t("table.noValue"),
          <What key="what" entry={entry} />,
        ],
      }))}
    />
  );
}

function What({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <>
      {whatText(entry)}
      {entry.outcome === "refused" ? ` · ${t("audit.outcomes.refused")}` : null}
      {entry.action === "create"
        ? null
        : entry.changes.map(({ field, before, after }) => (
            <small key={field}>
              {fieldText(field)}: {fieldValueText(field, before)} → {fieldValueText(field, after)}
            </small>
          ))}
    </>
  );
}
