import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { leaseEnd, withLease } from "../database/lease.ts";

/**
 * How long a mail is its sender's if that does not say any more that it is at work, ms. Whoever sends says so three times meanwhile,
 * however long the mail server takes; one that has died is stood in for after this and the next look for mails.
 */
const mailLeaseMs = 20_000;

/** How often each process that may send mails looks for those that are due, ms. */
export const mailLookMs = 10_000;

/**
 * What marks a mail as its sender's, in a row with the next time at which it is tried. Processes of a release that knows nothing of the lease
 * look at that time.
 */
interface MailLease {
  mail_lease: string;
  mail_leased_until: RawBuilder<Date>;
  next_try_at: RawBuilder<Date>;
}

/** The lease of a new sender. */
export function newMailLease(): MailLease {
  return { mail_lease: randomUUID(), ...laterLease() };
}

/** The lease of a sender that is still at work, from now on. */
export function laterLease(): Omit<MailLease, "mail_lease"> {
  return { mail_leased_until: leaseEnd(mailLeaseMs), next_try_at: leaseEnd(mailLeaseMs) };
}

/** Whether nobody sends the mail of a row. */
export const isMailFree = sql<boolean>`coalesce(mail_leased_until <= clock_timestamp(), true)`;

/** What ends the lease of whoever has finished. */
export const noMailLease = { mail_lease: null, mail_leased_until: null } as const;

/** How often, and how many times, it is tried to store that a mail was sent, ms. */
const storeMs = 1_000;
const storeTries = 30;

/**
 * Sends a mail and keeps its lease until that is stored, so that nobody else sends it.
 * @param parts.extend extends the lease; false: the mail is another's by now, as this process was paused
 * @param parts.store stores that it was sent
 */
export function sendUnderLease(parts: {
  extend(): Promise<boolean>;
  send(): Promise<void>;
  store(): Promise<void>;
}): Promise<void> {
  return withLease(mailLeaseMs, parts.extend, async () => {
    if (!(await parts.extend())) return;
    await parts.send();
    for (let tries = 1; ; tries++)
      try {
        return await parts.store();
      } catch (error) {
        if (tries === storeTries) throw error;
        await pause(storeMs);
      }
  });
}
