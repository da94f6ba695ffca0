import { join, resolve } from "node:path";
import type { History } from "../../pipeline/history/history.ts";
import type { SystemEvent } from "../../platform/writes/record.ts";
import type { Dependencies } from "../dependencies.ts";
import { reportFiles } from "./reportFiles.ts";
import { reportMail } from "./reportMail.ts";
import { type ListedReport, reportsRepository } from "./reports.repository.ts";
import { reportsRoutes } from "./reports.routes.ts";
import { canEnterSiteOf, reportsService } from "./reports.service.ts";
import { mailLookMs, reportMailWork } from "./reportMailWork.ts";
import { reportMailsRepository } from "./reportMails.repository.ts";
import { reportWork } from "./reportWork.ts";

type ReportsParts = Pick<
  Dependencies,
  | "context"
  | "config"
  | "db"
  | "storedReports"
  | "background"
  | "reading"
  | "viewers"
  | "sendMail"
  | "now"
  | "problem"
  | "job"
  | "every"
  | "onStop"
> & { history: Pick<History, "months"> };

/** How long the reports that wait may take, s. */
const withinS = 6 * 3600;

/** Reports: written by a job that any free process takes up, and mailed. */
export function reportsSlice(parts: ReportsParts): { wake(): void } {
  const { context, config, db, background, now, problem } = parts;
  const files = reportFiles(join(resolve(config.dataDir), "reports"), parts.storedReports);
  const mayHave = async (report: ListedReport): Promise<boolean> => {
    const viewer = await parts.viewers.person(report.user_id);
    if (viewer === null || !canEnterSiteOf(viewer, report)) return false;
    // A schedule's maker gives its reports to everybody who may enter the site.
    return report.schedule_id !== null || viewer.access.report_download.includes("c");
  };
  const mailDone = reportMailWork({
    // A mail's lease must not wait for the jobs' connections.
    mails: reportMailsRepository(db),
    find: reportsRepository(background).find,
    mail: reportMail({ send: parts.sendMail, files, publicUrl: config.publicUrl }),
    mayHave,
    now,
    problem,
  });
  const work = reportWork({
    rows: { db: parts.reading.patient, months: parts.history.months },
    hasOwnServer: config.databaseUrl !== null,
    reports: reportsRepository(background),
    files,
    mayHave,
    mailDone,
    endWithEvent: async (report, end, operation) => {
      let isOurs = false as boolean;
      await context.unit.commitEvents(async (trx) => {
        isOurs = await reportsRepository(trx).end(report, end);
        return isOurs ? [eventOfEnd(report, operation)] : [];
      });
      return isOurs;
    },
    now,
    problem,
  });
  const stopping = new AbortController();
  let working = Promise.resolve();
  const wake = (): void => {
    working = working.then(() => work(stopping.signal)).catch(problem);
  };
  const reports = reportsService({
    reports: reportsRepository(db),
    withTransaction: reportsRepository,
    files,
    now,
    wake,
  });
  // One process writes a long report while the sender of another's mail may have died.
  if (config.roles.has("jobs")) parts.every(mailLookMs, () => mailDone(stopping.signal));
  // Before what is begun every while is waited for: the last one to begin is the first to stop.
  parts.onStop(() => {
    stopping.abort();
    return working;
  });
  parts.job({ name: "reports", cron: "* * * * *", withinS, run: work });
  reportsRoutes(context, { reports, files });
  // Reports that a killed process left unfinished begin again before the job's next turn.
  if (config.roles.has("jobs")) wake();
  return { wake };
}

function eventOfEnd(report: ListedReport, operation: "report_ready" | "report_failed"): SystemEvent {
  const { id, kind, customer_id, site_id, site_name, user_id, user_email } = report;
  return {
    kind: "report",
    operation,
    entity: { id, name: `${kind} · ${site_name}` },
    customerId: customer_id,
    siteId: site_id,
    person: { userId: user_id, email: user_email },
  };
}
