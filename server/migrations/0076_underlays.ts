import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** A site can have a picture under its floors. It is no reference to `files`, which refer to sites already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, "alter table sites add column underlay jsonb");
}
