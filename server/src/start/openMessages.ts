import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../platform/database/schema.ts";
import { smtpMail } from "../platform/mail/smtpMail.ts";
import { outbox, type OutgoingMessage } from "../resources/system/outbox.repository.ts";
import type { BaseContext } from "./baseContext.ts";

/** The way of messages to people: mails by SMTP if it is set, and everything else to the outbox. */
export async function openMessages({ config, now, db }: BaseContext & { db: Kysely<Database> }) {
  const storedOutbox = outbox(db, now);
  const sendMail = config.smtp ? await smtpMail(config.smtp) : storedOutbox.sendMail;
  return {
    sendMail,
    outbox: storedOutbox.list,
    /** Messages about accounts. */
    deliver: ({ channel, ...message }: OutgoingMessage): Promise<void> =>
      channel === "sms"
        ? storedOutbox.deliver({ channel, ...message })
        : sendMail({ id: uuidv7(), ...message, attachments: [] }),
  };
}
