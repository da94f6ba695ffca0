import type { AuditEntry } from "@pulse/contract/audit";
import { useTranslation } from "react-i18next";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { browserText } from "../text/browserText.ts";
import { When } from "../time/When.tsx";
import type { Column } from "../table/Column.ts";
import classes from "./Audit.module.css";
import { whatText } from "./auditWords.ts";

/** The columns of the log. */
export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation();
  const { data: sites } = useAccessibleSites();
  const none = t("table.noValue");
  const siteName = (id: string | null): string | undefined => sites?.find((site) => site.id === id)?.name;
  return [
    {
      key: "action",
      header: t("audit.action"),
      share: 6,
      cell: (entry) => <span className={classes["what"]}>{whatText(entry)}</span>,
      csv: whatText,
    },
    {
      key: "user_email",
      header: t("audit.who"),
      share: 2,
      onPhone: "line",
      cell: ({ userEmail }) => userEmail ?? none,
      csv: ({ userEmail }) => userEmail,
    },
    {
      key: "outcome",
      header: t("audit.outcome"),
      width: 92,
      onPhone: "end",
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
      csv: ({ outcome }) => outcome,
    },
    {
      key: "site",
      header: t("audit.site"),
      // With the next two it is in the entry, too, and the action needs the room.
      isHiddenAtFirst: true,
      width: 124,
      cell: ({ siteId }) => siteName(siteId) ?? none,
      csv: ({ siteId }) => siteName(siteId),
    },
    {
      key: "ip",
      header: t("audit.address"),
      isMono: true,
      isHiddenAtFirst: true,
      width: 116,
      cell: ({ ip }) => ip || none,
      csv: ({ ip }) => ip,
    },
    {
      key: "user_agent",
      header: t("audit.browser"),
      isHiddenAtFirst: true,
      width: 160,
      cell: ({ userAgent }) => browserText(userAgent) || none,
      csv: ({ userAgent }) => userAgent,
    },
    {
      key: "timestamp",
      header: t("audit.when"),
      sortField: "created_at",
      align: "end",
      width: 148,
      onPhone: "line",
      cell: ({ timestamp }) => <When at={timestamp} format="list" />,
      csv: ({ timestamp }) => timestamp,
    },
  ];
}

function Outcome({ outcome }: Pick<AuditEntry, "outcome">) {
  const { t } = useTranslation();
  return (
    <span className={classes["outcome"]} data-outcome={outcome}>
      {t(`audit.outcomes.${outcome}`)}
    </span>
  );
}
