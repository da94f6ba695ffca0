import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** What people draw on a floor: outline, walls, doors, lifts, rooms. It is read and written as a whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, "alter table floors add column drawing jsonb not null default '{}'");
}
