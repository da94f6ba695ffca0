import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Who is sending the mail of a report, or a digest, and until when it is known to be at work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table reports add column mail_lease uuid, add column mail_leased_until timestamptz;
alter table digest_mails add column mail_lease uuid, add column mail_leased_until timestamptz
`,
  );
}
