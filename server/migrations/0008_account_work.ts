import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * What is under way between a person's row and their account in the user pool, by e-mail: written before the one, gone
 * with the other. What is left here was cut short.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table account_work (
  email text primary key,
  work text not null check (work in ('make', 'follow', 'end')),
  identity_pool text,
  identity_sub text,
  fields text not null default '',
  since timestamptz not null default now()
)
`,
  );
}
