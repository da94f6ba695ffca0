import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { leaseEnd } from "./lease.ts";

/**
 * How long a mail is its sender's if that does not say any more that it is at work, ms. Whoever sends says so three times meanwhile,
 * however long the mail server takes; one that has died is stood in for after this and the next look for mails.
 */
export const mailLeaseMs = 20_000;

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
