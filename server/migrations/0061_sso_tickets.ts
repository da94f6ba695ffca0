import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Sign-ins with a company's account that are finished, until the page of the browser that began them has its code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table sso_tickets (
  ticket_hash text primary key,
  customer_id uuid not null references customer_sso on delete cascade,
  browser_hash text not null,
  identity_sub text not null,
  expires_at timestamptz not null
);
create index sso_tickets_expires on sso_tickets (expires_at)
`,
  );
}
