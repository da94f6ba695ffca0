import type { Dependencies } from "../dependencies.ts";
import { siteDigest } from "./digest.repository.ts";
import { scheduleRunsRepository } from "./scheduleRuns.repository.ts";
import { mailLookMs, scheduleWork } from "./scheduleWork.ts";
import { schedulesRepository } from "./schedules.repository.ts";
import { schedulesRoutes } from "./schedules.routes.ts";
import { schedulesService } from "./schedules.service.ts";

type SchedulesParts = Pick<
  Dependencies,
  "context" | "config" | "db" | "background" | "viewers" | "sendMail" | "now" | "problem" | "job" | "every" | "onStop"
> & {
  /** Writes the reports that wait. */
  reports: { wake(): void };
};

const withinS = 3600;

/** Scheduled reports, and digests. */
export function schedulesSlice(parts: SchedulesParts): void {
  const { db, background, now } = parts;
  const { work, mailDigests } = scheduleWork({
    ...parts,
    runs: scheduleRunsRepository(background),
    schedules: schedulesRepository(background),
    person: parts.viewers.person,
    digest: (site, limits, at) => siteDigest(background, site, limits, at),
    send: parts.sendMail,
    publicUrl: parts.config.publicUrl,
    wake: parts.reports.wake,
  });
  parts.job({ name: "report-schedules", cron: "* * * * *", withinS, run: work });
  if (parts.config.roles.has("jobs")) {
    const stopping = new AbortController();
    parts.every(mailLookMs, () => mailDigests(stopping.signal));
    parts.onStop(() => stopping.abort());
  }
  schedulesRoutes(
    parts.context,
    schedulesService({ schedules: schedulesRepository(db), withTransaction: schedulesRepository, now }),
  );
}
