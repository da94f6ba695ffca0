import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** What gateways' messages were like in the present half hour, so that a restart does not forget it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table gateway_health (
  hardware_id uuid primary key references hardwares on delete cascade,
  since timestamptz not null,
  messages int not null,
  gaps int not null,
  undecodable int not null,
  duplicates int not null,
  throttled int not null,
  mismatched int not null
);
`,
  );
}
