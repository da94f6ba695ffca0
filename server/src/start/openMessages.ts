import type { Kysely } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../platform/database/schema.ts";
import { smtpMail } from "../platform/mail/smtpMail.ts";
import { smsWebhook } from "../platform/sms/smsWebhook.ts";
import { outbox } from "../resources/system/outbox.repository.ts";
import type { OutgoingMessage } from "../platform/mail/outgoingMessage.ts";
import type { BaseContext } from "./baseContext.ts";

/** The ways of messages to people: mails by SMTP and texts by a webhook if they are set, otherwise to the outbox. */
export async function openMessages({ config, log, now, db }: BaseContext & { db: Kysely<Database> }) {
  const storedOutbox = outbox(db, now);
  const sendMail = config.smtp ? await smtpMail(config.smtp) : storedOutbox.sendMail;
  const sendText = config.sms ? smsWebhook(config.sms, { now, pause }) : null;
  if (!config.demo) {
    if (!config.smtp)
      log.warn("no mail server is set (PULSE_SMTP_URL): mails stay in the outbox, and nobody gets them");
    if (!sendText && config.identity.mode === "embedded")
      log.warn("no SMS service is set (PULSE_SMS_WEBHOOK_URL): texts stay in the outbox, and nobody gets them");
  }
  return {
    sendMail,
    outbox: storedOutbox.list,
    /** Messages about accounts. */
    deliver: ({ channel, ...message }: OutgoingMessage): Promise<void> => {
      if (channel === "email") return sendMail({ id: uuidv7(), ...message, attachments: [] });
      return sendText ? sendText(message) : storedOutbox.deliver({ channel, ...message });
    },
  };
}
