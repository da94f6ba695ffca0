import type { AuditEntry } from "@pulse/contract/audit";
import type { PageMetadata } from "@pulse/contract/page";
import { type SpanQuery, spanOf } from "../http/span.ts";
import type { Viewer } from "../http/viewer.ts";
import type { AuditQuery, AuditRepository } from "./audit.repository.ts";

export type AuditList = ReturnType<typeof auditList>;

/** What was done in a customer, as far as the viewer's group opens the sites concerned. */
export function auditList(entries: AuditRepository) {
  return {
    search: async (
      viewer: Viewer,
      customerId: string,
      query: Omit<AuditQuery, "start" | "end"> & SpanQuery,
    ): Promise<{ content: AuditEntry[]; metadata: PageMetadata }> =>
      entries.search(customerId, viewer.siteIds, { ...query, ...spanOf(query, Date.now()) }),
  };
}
