import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Keys of other systems, by the hash of the key. What one may do is never more than who made it may do now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table api_keys (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  name text not null,
  prefix text not null,
  secret_hash text not null unique,
  operation_ids uuid[] not null,
  site_ids uuid[] not null,
  created_at timestamptz not null,
  created_by text not null,
  maker_id uuid references users on delete set null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text
);
create index api_keys_customer on api_keys (customer_id, created_at desc);
create index api_keys_maker on api_keys (maker_id)
`,
  );
}
