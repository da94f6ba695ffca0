import { type AuditEntry, auditSortFields, listAudit } from "@pulse/contract/audit";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CustomerChip } from "../entity/CustomerChip.tsx";
import { useCustomerScope } from "../entity/useCustomerScope.ts";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { dateTime } from "../time/ages.ts";
import { DataTable } from "../table/DataTable.tsx";
import { ListCsv } from "../table/ListCsv.tsx";
import { ListPage } from "../table/ListPage.tsx";
import { useTablePage } from "../table/useTablePage.ts";
import { useTableQuery } from "../table/useTableQuery.ts";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { filterNames, parametersOf } from "./auditParameters.ts";
import { whatText } from "./auditWords.ts";
import { useAuditColumns } from "./auditColumns.tsx";

// The newest first: an entry's id is made of its time.
const first = { field: "id", order: "desc" } as const;

/** The audit log: who did what, from where, when. */
export default function AuditPage() {
  const { t } = useTranslation();
  useTitle(t("audit.title"));
  const { api } = useServices();
  const scope = useCustomerScope();
  const { customerId } = scope;
  const query = useTableQuery({ sort: first, sortFields: auditSortFields, filters: filterNames });
  const parameters = { customerId, ...query.parameters, ...parametersOf(query.filters) };
  const key = nounKeys("audit", customerId).list(parameters);
  const page = useTablePage(listAudit, parameters, { key, isEnabled: scope.isKnown });
  const columns = useAuditColumns();
  const detailsOf = (entry: AuditEntry) => (
    <AuditDetails
      entry={entry}
      onAbout={(id) => query.setFilters({ entity: id })}
      isAbout={query.filters["entity"] === entry.entity?.id}
    />
  );
  return (
    <ListPage
      title={t("audit.title")}
      actions={
        <ListCsv
          kind="audit"
          columns={columns}
          load={async () => api.call(listAudit, { query: { ...parameters, page: undefined, limit: undefined } })}
        />
      }
    >
      <DataTable
        id="audit"
        label={t("audit.title")}
        columns={columns}
        query={query}
        page={page}
        scope={customerId ?? ""}
        rowId={({ id }) => id}
        rowName={(entry: AuditEntry) => `${whatText(entry)}, ${dateTime(Date.parse(entry.timestamp))}`}
        rowDetails={detailsOf}
        searchLabel={t("audit.search")}
        filters={
          <>
            <CustomerChip scope={scope} />
            <AuditFilters customerId={customerId} query={query} rows={page.rows} />
          </>
        }
        words={{
          icon: <IconHistory size={20} stroke={1.6} aria-hidden="true" />,
          empty: t("audit.empty"),
          emptyWhy: t("audit.emptyWhy"),
          noMatch: t("audit.noMatch"),
          failed: t("audit.failed"),
        }}
      />
    </ListPage>
  );
}
