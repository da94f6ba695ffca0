import { type Kysely, sql } from "kysely";

/** As migration 3 numbers its types; the same in every installation. */
const id = "01990000-0000-7000-8002-000000000009";

/** April Brother's gateways, for new customers and for those that had every type there was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update customers set config =
      jsonb_set(config, '{availableHardwareTypes}', (config->'availableHardwareTypes') || to_jsonb(${id}::text))
    where (config->'availableHardwareTypes') @> (select jsonb_agg(id::text) from hardware_types)`.execute(db);
  const capabilities = JSON.stringify({ deviceConfig: false, trackerDownlink: false, gps: false });
  await sql`insert into hardware_types (id, type, name, mobile, capabilities)
    values (${id}, 'APRILBROTHER', 'April Brother gateway', false, ${capabilities})`.execute(db);
}
