import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { SendMail } from "../../platform/mail/mail.ts";
import type { OutgoingMessage } from "../../platform/mail/outgoingMessage.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { Database } from "../../platform/database/schema.ts";

/** How many of the newest messages the page shows. */
const maxListed = 200;

/** Keeps mails and text messages while no service sends them; they can be read at /dev/outbox. */
export function outbox(db: Kysely<Database>, now: () => number) {
  const sendMail: SendMail = async ({ attachments, ...mail }) => {
    const storedAttachments = attachments.map(({ filename, contentType, url }) => ({ filename, contentType, url }));
    await db
      .insertInto("outbox")
      .values({ ...mail, channel: "email", attachments: JSON.stringify(storedAttachments), sent_at: new Date(now()) })
      // It was sent before.
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  };
  return {
    sendMail,
    deliver: async (message: OutgoingMessage): Promise<void> => {
      await db
        .insertInto("outbox")
        .values({ id: uuidv7(), ...message, sent_at: new Date(now()) })
        .execute();
    },
    /** Newest first. */
    list: async (): Promise<OutboxEntry[]> => {
      const rows = await db
        .selectFrom("outbox")
        .selectAll()
        .orderBy("sent_at", "desc")
        .orderBy("id", "desc")
        .limit(maxListed)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        to: row.to,
        subject: row.subject ?? "",
        text: row.text,
        sentAt: row.sent_at.toISOString(),
        attachments: row.attachments,
      }));
    },
  };
}
