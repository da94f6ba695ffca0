import { type Kysely, sql } from "kysely";
import { ddl } from "./ddl.ts";

const monthsAhead = 2;
/** With what each is indexed by. */
const indexes = { customer: "(customer_id, ts)", entity: "(entity_id, ts)", ts: "(ts)" } as const;

/**
 * Keeps the audit log by the month, as positions are (0012): what was there becomes the past as it stands, and no row is
 * copied. Only its key is built anew, since that of a table in parts holds the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table audit_entries rename to audit_entries_past;
alter table audit_entries_past drop constraint audit_entries_pkey;
alter table audit_entries_past add constraint audit_entries_past_pkey primary key (id, ts)
`,
  );
  for (const name of Object.keys(indexes))
    await ddl(db, `alter index audit_entries_${name} rename to audit_entries_past_${name}`);
  await ddl(
    db,
    `
create table audit_entries (like audit_entries_past including defaults including constraints, primary key (id, ts))
  partition by range (ts)
`,
  );
  const { rows } = await sql<{ first: Date }>`
    select date_trunc('month', greatest(now(), max(ts) + interval '1 month'), 'UTC') as first
    from audit_entries_past where ts < now() + interval '1 day'`.execute(db);
  const { first } = rows[0]!;
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const [from, to] = [day(first, ahead), day(first, ahead + 1)];
    const month = `audit_entries_${from.slice(0, 4)}_${from.slice(5, 7)}`;
    await ddl(db, `create table ${month} partition of audit_entries for values from ('${from}') to ('${to}')`);
  }
  await ddl(
    db,
    `
create table audit_entries_future partition of audit_entries
  for values from ('${day(first, monthsAhead + 1)}') to (maxvalue);
with strays as (delete from audit_entries_past where ts >= '${day(first, 0)}' returning *)
  insert into audit_entries select * from strays;
alter table audit_entries attach partition audit_entries_past for values from (minvalue) to ('${day(first, 0)}')
`,
  );
  // The past gives those that it has.
  for (const [name, on] of Object.entries(indexes))
    await ddl(db, `create index audit_entries_${name} on audit_entries ${on}`);
}

/** The first day of a month so many months later, in UTC: `2026-11-01 00:00+00`. */
function day(from: Date, months: number): string {
  const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months));
  return `${at.toISOString().slice(0, 10)} 00:00+00`;
}
