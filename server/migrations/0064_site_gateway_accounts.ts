import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * One MQTT account for all gateways of a site, which are told apart by their topics. The account is not the site's own, which
 * may only listen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table site_gateway_accounts (
  id uuid primary key,
  site_id uuid not null unique references sites on delete cascade,
  customer_id uuid not null references customers on delete cascade,
  mqtt_username text not null unique,
  mqtt_secret_hash text not null,
  created_at timestamptz not null default now()
)
`,
  );
}
