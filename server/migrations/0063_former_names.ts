import { type Kysely, sql } from "kysely";

/**
 * The names that a gateway had in the last day, whose topics it may still use: `[{name, until}]`. The database notes them,
 * since forms and files rename gateways; of more than five, the oldest are forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hardwares add column former_names jsonb not null default '[]'`.execute(db);
  await sql`create function note_former_name() returns trigger language plpgsql as $$
    begin
      new.former_names := (
        select coalesce(jsonb_agg(f order by f ->> 'until'), '[]') from (
          select f from jsonb_array_elements(
            old.former_names || jsonb_build_object('name', old.name, 'until', to_char(
              (now() + interval '1 day') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          ) f
          where (f ->> 'until')::timestamptz > now() and f ->> 'name' <> new.name
          order by f ->> 'until' desc limit 5
        ) newest
      );
      return new;
    end $$`.execute(db);
  await sql`create trigger hardwares_former_names before update of name on hardwares
    for each row when (old.name is distinct from new.name) execute function note_former_name()`.execute(db);
}
