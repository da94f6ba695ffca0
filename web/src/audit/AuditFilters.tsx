import { type AuditEntry, auditActions } from "@pulse/contract/audit";
import { listUsers } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nounKeys } from "../api/queryKeys.ts";
import { personName } from "../access/personName.ts";
import { DateRange } from "../dates/DateRange.tsx";
import { useCan } from "../entity/useCan.ts";
import { useServices } from "../services/services.tsx";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { QueryFilter } from "../table/QueryFilter.tsx";
import type { TableQuery } from "../table/useTableQuery.ts";
import { kindText } from "./auditWords.ts";

interface Props {
  customerId: string | null;
  query: TableQuery;
  /** The rows on the screen, which know the name of the filtered thing. */
  rows: readonly AuditEntry[];
}

const kinds = ["customer", "site", "asset", "tracker", "hardware", "geofence", "user", "role", "group"] as const;

/** The filters of the log, each in the address. */
export function AuditFilters({ customerId, query, rows }: Props) {
  const { t } = useTranslation();
  const { data: sites } = useAccessibleSites();
  const people = usePeople(customerId);
  const { filters, setFilters } = query;
  const own = (sites ?? []).filter((site) => site.customerId === customerId);
  const about = filters["entity"];
  const chip = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <QueryFilter query={query} name={name} label={label} options={options} />
  );
  return (
    <>
      {about === undefined
        ? null
        : chip("entity", t("audit.about"), [
            { value: about, label: rows.find(({ entity }) => entity?.id === about)?.entity?.name ?? "…" },
          ])}
      {people === undefined ? null : chip("user", t("audit.person"), people)}
      {chip(
        "action",
        t("audit.action"),
        auditActions.map((action) => ({ value: action, label: t(`audit.done.${action}`) })),
      )}
      {chip(
        "kind",
        t("audit.kind"),
        kinds.map((kind) => ({ value: kind, label: kindText(kind) })),
      )}
      {own.length === 0
        ? null
        : chip(
            "site",
            t("audit.site"),
            own.map(({ id, name }) => ({ value: id, label: name })),
          )}
      <DateRange
        value={filters}
        onChange={({ span = null, from = null, to = null }) => setFilters({ span, from, to })}
      />
    </>
  );
}

/** The people to filter by, if the person may read the customer's users. */
function usePeople(customerId: string | null): readonly { value: string; label: string }[] | undefined {
  const { api } = useServices();
  const mayRead = useCan({ any: [{ area: "user_management", letter: "r" }] });
  const { data } = useQuery({
    queryKey: nounKeys("users", customerId).names,
    enabled: mayRead === true && customerId !== null,
    queryFn: ({ signal }) =>
      api.call(listUsers, { query: { customerId, sortFields: ["given_name"], sortOrder: ["asc"] }, signal }),
  });
  return data?.map((user) => ({ value: user.id, label: personName(user) }));
}
