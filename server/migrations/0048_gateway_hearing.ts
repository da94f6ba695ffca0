import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** How gateways usually hear, so that a restart does not forget it; valid for the place and power stored beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table gateway_hearing (
  hardware_id uuid primary key references hardwares on delete cascade,
  lat float8 not null,
  lon float8 not null,
  z float8,
  floor_id uuid,
  measured_power float8,
  hearing jsonb not null
);
`,
  );
}
