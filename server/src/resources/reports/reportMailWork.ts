import { MailRefused } from "../../platform/mail/mail.ts";
import { sendUnderLease } from "../../platform/mail/sendUnderLease.ts";
import { linkHash, newLinkToken } from "./reportLink.ts";
import type { ClaimedMail, ReportMailsRepository } from "./reportMails.repository.ts";
import type { ListedReport } from "./reports.repository.ts";

const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;
/** How often each process that may send mails looks for those that are due, ms: their sender may have died. */
export const mailLookMs = 10_000;
/** The person who asked for it may no longer have it. */
export const forbidden = "operation_not_allowed";

/** Mails the reports that are done, one after the other. */
export function reportMailWork(parts: {
  mails: ReportMailsRepository;
  find(id: string): Promise<ListedReport | undefined>;
  mail(report: ListedReport, linkToken: string): Promise<void>;
  /** Whether the person who asked for it may still have it. */
  mayHave(report: ListedReport): Promise<boolean>;
  now(): number;
  problem(error: unknown): void;
}) {
  const { mails, now, problem } = parts;
  const after = (ms: number): Date => new Date(now() + ms);

  const send = async (claimed: ClaimedMail, report: ListedReport): Promise<void> => {
    if (!(await parts.mayHave(report))) return mails.giveUp(claimed, forbidden);
    const token = newLinkToken();
    await mails.addLink(report.id, linkHash(token));
    await sendUnderLease({
      extend: () => mails.extend(claimed),
      send: () => parts.mail(report, token),
      store: () => mails.sent(claimed, after(0)),
    });
  };
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await mails.claim(after(0));
      const report = claimed && (await parts.find(claimed.id));
      if (claimed === undefined || report === undefined) return;
      try {
        await send(claimed, report);
      } catch (error) {
        problem(error);
        if (error instanceof MailRefused) await mails.giveUp(claimed, "mail_refused");
        else await mails.later(claimed, after(Math.min(longestPauseMs, minuteMs * 2 ** report.mail_attempts)));
      }
    }
  };
}
