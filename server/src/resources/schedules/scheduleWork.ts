import { digestDefaults } from "@pulse/contract/reportSchedules";
import { v7 as uuidv7 } from "uuid";
import { MailRefused, type SendMail } from "../../platform/mail/mail.ts";
import { sendUnderLease } from "../../platform/mail/sendUnderLease.ts";
import { zonedTime } from "../../platform/http/csv.ts";
import { seesElevation, type Viewer } from "../../platform/http/viewer.ts";
import { countOf, digestText, type SiteDigest } from "./digest.ts";
import type { DigestLimits } from "./digest.repository.ts";
import { newestRun, type Rhythm, type Run, runAfter } from "./recurrence.ts";
import type { CreatedRun, ScheduleRuns } from "./scheduleRuns.repository.ts";
import type { SchedulesRepository, StoredSchedule } from "./schedules.repository.ts";

const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;
/** How often each process that may send mails looks for those that are due, ms: their sender may have died. */
export const mailLookMs = 10_000;
/** A digest that could not be sent for this long is useless. */
const mailRetentionMs = 7 * 24 * 60 * minuteMs;

/** A recipient, with the sites of the schedule that they may enter. */
interface Recipient {
  viewer: Viewer;
  sites: readonly { id: string; name: string }[];
}

/** Makes the reports and digests that are due, and mails the digests. */
export function scheduleWork(parts: {
  runs: ScheduleRuns;
  schedules: Pick<SchedulesRepository, "sitesOf">;
  /** The rights of a person now; null: there is no such person. */
  person(userId: string): Promise<Viewer | null>;
  digest(site: { id: string; name: string }, limits: DigestLimits, now: Date): Promise<SiteDigest>;
  send: SendMail;
  publicUrl: string;
  /** Reports wait. */
  wake(): void;
  now(): number;
  problem(error: unknown): void;
}) {
  const { runs, now, problem } = parts;
  const after = (ms: number): Date => new Date(now() + ms);

  const recipientsOf = async (schedule: StoredSchedule): Promise<Recipient[]> => {
    const all = await parts.schedules.sitesOf(schedule.customer_id, schedule.site_ids);
    const found: Recipient[] = [];
    for (const { id } of await runs.people(schedule)) {
      const viewer = await parts.person(id);
      const sites = viewer === null ? [] : all.filter((site) => viewer.siteIds?.has(site.id) ?? true);
      if (viewer !== null && sites.length > 0) found.push({ viewer, sites });
    }
    return found;
  };

  const created = async (schedule: StoredSchedule, run: Run): Promise<CreatedRun> => {
    const recipients = await recipientsOf(schedule);
    if (schedule.report !== "digest")
      return { mails: [], reports: recipients.flatMap((each) => reportsFor(schedule, run, each)) };
    const digests = new Map<string, SiteDigest>();
    const { lostAfterDay = digestDefaults.lostAfterDay, dwellLimitMin = digestDefaults.dwellLimitMin } =
      schedule.parameters;
    const limits = { lostAfterDay, dwellLimitMin };
    for (const site of recipients.flatMap(({ sites }) => sites))
      if (!digests.has(site.id)) digests.set(site.id, await parts.digest(site, limits, after(0)));
    const mails = recipients.map(({ viewer, sites }) =>
      mailFor(
        schedule,
        run,
        viewer,
        sites.map(({ id }) => digests.get(id)!),
      ),
    );
    return { reports: [], mails };
  };

  const reportsFor = (schedule: StoredSchedule, run: Run, { viewer, sites }: Recipient): CreatedRun["reports"] =>
    sites.map((site) => ({
      id: uuidv7(),
      kind: schedule.report as Exclude<StoredSchedule["report"], "digest">,
      customer_id: schedule.customer_id,
      site_id: site.id,
      user_id: viewer.userId,
      user_email: viewer.email,
      start_at: run.from,
      // Both ends of a report belong to it, and midnight belongs to the next one.
      end_at: new Date(run.to.getTime() - 1),
      zone: schedule.zone,
      is_newest_first: schedule.parameters.orderByDesc !== undefined,
      is_split: schedule.parameters.splitType !== undefined,
      sees_elevation: seesElevation(viewer),
      requested_at: after(0),
      next_try_at: after(0),
      schedule_id: schedule.id,
      run_at: run.at,
      title: schedule.name,
    }));

  const mailFor = (
    { id, name, zone }: StoredSchedule,
    run: Run,
    { email }: Viewer,
    sites: readonly SiteDigest[],
  ): CreatedRun["mails"][number] => {
    const inZone = zonedTime(zone);
    const time = (at: Date): string => inZone(at).slice(0, 16).replace("T", " ");
    return {
      id: uuidv7(),
      schedule_id: id,
      run_at: run.at,
      to: email,
      subject: `${name}: ${countOf(sites)} to check`,
      text: digestText(sites, { time, zone, url: parts.publicUrl }),
      next_try_at: after(0),
    };
  };

  const run = async (schedule: StoredSchedule): Promise<void> => {
    const recurrence: Rhythm = { ...schedule, at: schedule.at_local };
    const due = newestRun(recurrence, schedule.next_at!.getTime(), now());
    // This run also covers what missed runs would have covered.
    const covered = schedule.covered_to;
    const from = covered !== null && covered < due.from ? covered : due.from;
    const next = { last_at: due.at, next_at: runAfter(recurrence, now()).at, covered_to: due.to };
    if (await runs.claim(schedule, next, await created(schedule, { ...due, from }))) parts.wake();
  };

  const mailDigests = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const mail = await runs.claimMail(after(0));
      if (mail === undefined) return;
      const { id, to, subject, text } = mail;
      try {
        await sendUnderLease({
          extend: () => runs.extendMail(mail),
          send: () => parts.send({ id, to, subject, text, attachments: [] }),
          store: () => runs.mailed(id, after(0)),
        });
      } catch (error) {
        problem(error);
        if (error instanceof MailRefused) await runs.giveUp(mail, "mail_refused");
        else await runs.mailLater(mail, after(Math.min(longestPauseMs, minuteMs * 2 ** mail.attempts)));
      }
    }
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    for (const schedule of await runs.due(after(0))) {
      if (signal.aborted) return;
      // One that cannot be made must not hold up the others; it is tried again with the next turn.
      await run(schedule).catch(problem);
    }
    await mailDigests(signal);
    await runs.deleteMailsBefore(after(-mailRetentionMs));
  };
  return { work, mailDigests };
}
