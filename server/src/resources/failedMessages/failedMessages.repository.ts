import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

/** How many are listed. */
const maxListed = 200;
/** Longer payloads are cut, since the important part is at the beginning. */
const shownBytes = 8_192;

export interface ListedFailedMessage {
  id: string;
  customer_id: string;
  site_id: string;
  site_name: string;
  sender_kind: "gateway" | "tracker";
  sender_id: string;
  sender_name: string | null;
  topic: string;
  payload: Uint8Array;
  bytes: number;
  received_at: Date;
  tries: number;
  tried_at: Date;
  reason: string;
}

export type FailedMessagesRepository = ReturnType<typeof failedMessagesRepository>;

export function failedMessagesRepository(db: Kysely<Database>) {
  const listed = () =>
    db
      .selectFrom("failed_messages as m")
      .innerJoin("sites as s", "s.id", "m.site_id")
      .leftJoin("hardwares as h", "h.id", "m.sender_id")
      .leftJoin("trackers as t", "t.id", "m.sender_id")
      .select(["m.id", "m.customer_id", "m.site_id", "s.name as site_name", "m.sender_kind", "m.sender_id", "m.topic"])
      .select(["m.received_at", "m.tries", "m.tried_at", "m.reason"])
      .select(sql<string | null>`coalesce(h.name, t.mac)`.as("sender_name"))
      .select(sql<number>`octet_length(m.payload)`.as("bytes"))
      .select(sql<Uint8Array>`substring(m.payload from 1 for ${shownBytes})`.as("payload"));
  return {
    /** The newest first. */
    list: (): Promise<ListedFailedMessage[]> =>
      listed().orderBy("m.received_at", "desc").orderBy("m.id", "desc").limit(maxListed).execute(),
    find: (id: string): Promise<ListedFailedMessage | undefined> => listed().where("m.id", "=", id).executeTakeFirst(),
    /** False: it was gone. */
    remove: async (trx: WriteTransaction, id: string): Promise<boolean> => {
      const { numDeletedRows } = await trx.deleteFrom("failed_messages").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
