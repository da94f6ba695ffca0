import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** When a mobile gateway told the place it stands at, and how sure that was (m): after a restart it still holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table hardwares add column place_at timestamptz;
alter table hardwares add column place_accuracy float8
`,
  );
}
