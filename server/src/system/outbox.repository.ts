import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { Database } from "../adapters/database/schema.ts";

export interface OutgoingMessage {
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
}

/** How many of the newest messages the page shows. */
const shown = 200;

/** Keeps mails and text messages while no service sends them; they can be read at /dev/outbox. */
export function outbox(db: Kysely<Database>, now: () => number) {
  return {
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
        .limit(shown)
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
