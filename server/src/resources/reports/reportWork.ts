import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import type { ReportFiles } from "./reportFiles.ts";
import { forbidden } from "./reportMailWork.ts";
import type { ListedReport, ReportEnd, ReportsRepository } from "./reports.repository.ts";
import { reportTables } from "./reportTables.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A process that is silent for this long has died. */
const claimMs = minuteMs;
const progressEveryMs = 1000;
/** The most attempts at one report, including those whose process died but not those that were stopped. */
const attempts = 4;
/** How long the file is kept. */
const fileLifetimeMs = 7 * dayMs;

/** The report is no longer this process's: it was cancelled, deleted, or taken over. */
class ClaimLost extends Error {}

/** Writes the reports that wait, one after the other, lets those that are done be mailed, and deletes files that were kept long enough. */
export function reportWork(parts: {
  /** Where a report's rows are read. Patient: a long report may take its time. */
  rows: { db: Kysely<Database>; months: ColdHistory };
  /** Whether the database is another process. */
  hasOwnServer: boolean;
  reports: ReportsRepository;
  files: ReportFiles;
  /** Mails those that are done. */
  mailDone(signal: AbortSignal): Promise<void>;
  /** Whether the person who asked for it may still have it. */
  mayHave(report: ListedReport): Promise<boolean>;
  /** Stores the end of a report and the event that tells whoever asked for it, in one transaction. False as with `heartbeat`. */
  endWithEvent(report: ListedReport, end: ReportEnd, operation: "report_ready" | "report_failed"): Promise<boolean>;
  now(): number;
  problem(error: unknown): void;
}) {
  const { rows, reports, files, now, problem } = parts;
  const after = (ms: number): Date => new Date(now() + ms);

  const write = async (report: ListedReport, signal: AbortSignal): Promise<void> => {
    let reportedMs = -Infinity;
    const reportProgress = async (progress: number): Promise<void> => {
      signal.throwIfAborted();
      if (now() - reportedMs < progressEveryMs) return;
      reportedMs = now();
      if (!(await reports.heartbeat(report.id, report.attempts, progress, after(claimMs)))) throw new ClaimLost();
    };
    const file = await files.write(report, await reportTables(rows, report, parts.hasOwnServer), reportProgress);
    const done: ReportEnd = {
      state: "done",
      progress: 1,
      row_count: file.rows,
      file_name: file.name,
      file_size: file.size,
      expires_at: after(fileLifetimeMs),
      completed_at: after(0),
      next_try_at: after(0),
      reason: null,
    };
    if (!(await parts.endWithEvent(report, done, "report_ready"))) await files.remove(report.id);
  };

  const giveUp = async (report: ListedReport, reason: string): Promise<void> => {
    await parts.endWithEvent(report, { state: "failed", completed_at: after(0), reason }, "report_failed");
  };

  const fail = async (report: ListedReport, error: unknown): Promise<void> => {
    problem(error);
    // The reason is for people; what exactly happened is in the log.
    if (report.attempts >= attempts) await giveUp(report, "internal_server_error");
    else await reports.end(report, { state: "queued", next_try_at: after(30_000 * 2 ** (report.attempts - 1)) });
  };

  /** False: none waits. */
  const writeNext = async (signal: AbortSignal): Promise<boolean> => {
    const claimed = await reports.claim(after(0), after(claimMs));
    if (claimed === undefined) return false;
    const report = (await reports.find(claimed.id))!;
    try {
      if (report.attempts > attempts) await giveUp(report, "internal_server_error");
      else if (await parts.mayHave(report)) await write(report, signal);
      else await giveUp(report, forbidden);
    } catch (error) {
      // A report that was stopped is given back, and the next process begins it again.
      if (signal.aborted)
        await reports.end(report, { state: "queued", next_try_at: after(0), attempts: report.attempts - 1 });
      else if (!(error instanceof ClaimLost)) await fail(report, error);
    }
    return true;
  };

  return async (signal: AbortSignal): Promise<void> => {
    // A long report that waits must not hold up the mail of one that is done.
    do await parts.mailDone(signal);
    while (!signal.aborted && (await writeNext(signal)));
    for (const id of await reports.expire(after(0))) await files.remove(id);
  };
}
