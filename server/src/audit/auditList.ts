import type { AuditEntry } from "@pulse/contract/audit";
import { AppError } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import type { Viewer } from "../http/viewer.ts";
import type { AuditQuery, AuditRepository } from "./audit.repository.ts";

export type AuditList = ReturnType<typeof auditList>;

/** What was done in a customer, as far as the viewer's group opens the site that it was done to. */
export function auditList(entries: AuditRepository) {
  return {
    search: async (
      viewer: Viewer,
      customerId: string,
      query: AuditQuery,
    ): Promise<{ content: AuditEntry[]; metadata: PageMetadata }> => {
      const { startTimeUtc: start, endTimeUtc: end } = query;
      if (start !== undefined && end !== undefined && new Date(end) < new Date(start)) {
        const error = new AppError("start_after_end");
        const detail = { path: "end_time_utc", code: error.code, message: error.message };
        throw new AppError("start_after_end", { details: [detail] });
      }
      return entries.search(customerId, viewer.siteIds, query);
    },
  };
}
