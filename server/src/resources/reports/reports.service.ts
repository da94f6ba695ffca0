import { type Report, type ReportBody, type ReportKind, reportRequested } from "@pulse/contract/reports";
import { AppError, errorMessage } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import type { SiteScope } from "../../platform/http/route.ts";
import { type SpanQuery, spanOf } from "../../platform/http/span.ts";
import { canEnter, seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import { linkHash } from "./reportLink.ts";
import type { ReportFiles } from "./reportFiles.ts";
import type { ListedReport, ReportsQuery, reportsRepository, ReportsRepository } from "./reports.repository.ts";

export type { ListedReport } from "./reports.repository.ts";
export type ReportsService = ReturnType<typeof reportsService>;

interface ReportRequest extends SpanQuery {
  convertToTimezone?: string | undefined;
  orderByDesc?: string | undefined;
  splitType?: string | undefined;
}

/** Whether this person may enter a report's site now, which may have changed since they asked. */
export const canEnterSiteOf = (viewer: Viewer, { customer_id: customerId, site_id: siteId }: ListedReport): boolean =>
  canEnter(viewer, { customerId, siteId });

/**
 * Reports, visible to the person who asked for them and may still enter their site; for everybody else they do not
 * exist (404).
 */
export function reportsService(parts: {
  reports: ReportsRepository;
  withTransaction: typeof reportsRepository;
  files: ReportFiles;
  now(): number;
  /** A report waits. */
  wake(): void;
}) {
  const { reports, withTransaction, files, now } = parts;
  const reachable = async (viewer: Viewer, id: string): Promise<ListedReport> => {
    const report = await reports.find(id);
    if (report === undefined || report.user_id !== viewer.userId || !canEnterSiteOf(viewer, report))
      throw new AppError("not_found");
    return report;
  };

  return {
    reachable,
    list: async (viewer: Viewer, query: ReportsQuery): Promise<{ content: Report[]; metadata: PageMetadata }> => {
      const { rows, metadata } = await reports.of(viewer, query);
      return { content: rows.map(reportView), metadata };
    },
    detail: async (viewer: Viewer, id: string): Promise<Report> => reportView(await reachable(viewer, id)),

    request: async (
      write: Write<Report>,
      kind: ReportKind,
      { siteId, customerId }: SiteScope,
      query: ReportRequest,
      { deliveriesList }: z.output<typeof ReportBody>,
    ): Promise<Report> => {
      const { viewer } = write;
      for (const [nth, { userEmail }] of deliveriesList.entries())
        if (userEmail.toLowerCase() !== viewer.email.toLowerCase()) throw foreignAddress(nth);
      const { start, end } = spanOf(query, now());
      const zone = query.convertToTimezone ?? "UTC";
      const id = uuidv7();
      const report = await write.commit(async (trx) => {
        await withTransaction(trx).insert(trx, {
          id,
          kind,
          customer_id: customerId,
          site_id: siteId,
          user_id: viewer.userId,
          user_email: viewer.email,
          start_at: start,
          end_at: end,
          zone,
          is_newest_first: query.orderByDesc !== undefined,
          is_split: query.splitType !== undefined,
          sees_elevation: seesElevation(viewer),
          requested_at: new Date(now()),
        });
        const created = (await withTransaction(trx).find(id))!;
        return { content: reportView(created), records: [recordOf(created, "report")] };
      });
      parts.wake();
      return report;
    },

    /** A report that is not done is cancelled and stays in the list; any other is deleted with its file. */
    remove: (write: Write<{ id: string }>, report: ListedReport): Promise<{ id: string }> =>
      write.commit(async (trx) => {
        const isCancelled = await withTransaction(trx).cancel(trx, report.id, new Date(now()));
        if (!isCancelled) {
          await withTransaction(trx).remove(trx, report.id);
          await files.remove(report.id);
        }
        return { content: { id: report.id }, records: [recordOf(report, isCancelled ? "update" : "delete")] };
      }),

    /** The report with its file. */
    ofCaller: async (viewer: Viewer, id: string): Promise<ListedReport> => withFile(await reachable(viewer, id)),
    ofLink: async (token: string): Promise<ListedReport> => withFile(await reports.byLinkHash(linkHash(token))),
  };

  function withFile(report: ListedReport | undefined): ListedReport {
    if (!report?.expires_at || report.expires_at.getTime() <= now()) throw new AppError("not_found");
    return report;
  }
}

function foreignAddress(nth: number): AppError {
  const code = "email_invalid";
  const path = `deliveries_list[${nth}].user_email`;
  return new AppError(code, { details: [{ path, code, message: errorMessage(code) }] });
}

function reportView(report: ListedReport): Report {
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id: report.id,
    kind: report.kind,
    site: { id: report.site_id, name: report.site_name },
    startTimeUtc: report.start_at.toISOString(),
    endTimeUtc: report.end_at.toISOString(),
    convertToTimezone: report.zone,
    state: report.state,
    progress: report.progress,
    rows: report.row_count,
    fileUrl: report.expires_at === null ? null : `/api/v3/reports/${report.id}/file`,
    fileSize: report.file_size,
    expiresAt: time(report.expires_at),
    userEmail: report.user_email,
    requestedAt: report.requested_at.toISOString(),
    completedAt: time(report.completed_at),
    mailedAt: time(report.mailed_at),
    reason: report.reason ?? report.mail_reason,
    message: reportRequested,
  };
}

function recordOf(report: ListedReport, action: "report" | "update" | "delete"): WriteRecord {
  return {
    kind: "report",
    action,
    customerId: report.customer_id,
    siteId: report.site_id,
    entity: { id: report.id, name: report.kind },
    changes: [],
  };
}
