import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Finds who has read something that has gone on since: several events that are told as one are unread again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, `create index notification_states_read on notification_states using gin (read_ids)`);
}
