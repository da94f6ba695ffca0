import type { UpdateBy } from "@pulse/contract/imports";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { NewRow, ReadRow } from "./ImportRow.ts";
import { unguarded } from "./unguarded.repository.ts";

/** A column of a file that changes a stored thing `x` by a row `n`. */
export interface ChangedField {
  /** In the file; the field is left alone by files without it. */
  column: string;
  target: string;
  value: RawBuilder<unknown>;
  /** A free text, which an export may have guarded. */
  isText?: true;
}

/** How the rows of a file change things that are there. */
export interface ImportChanges<Value extends object> {
  table: "assets" | "trackers" | "hardwares";
  /** The rows as a table `n` with a column `row`. */
  source(rows: readonly ReadRow<Value>[]): RawBuilder<unknown>;
  fields(site: SiteScope): readonly ChangedField[];
  /** By what a row may name a thing. */
  keys: Readonly<Partial<Record<UpdateBy, RawBuilder<boolean>>>>;
  /** The rows that also leave alone what is not in its table. */
  sameBeside?(db: Kysely<Database>, site: SiteScope, rows: readonly ReadRow<Value>[]): Promise<ReadonlySet<number>>;
  /** Changes what is not in its table, after its fields. */
  changeBeside?(trx: WriteTransaction, site: SiteScope, rows: readonly NewRow<Value>[]): Promise<void>;
  /** Whether the thing has the link that the row names, if it names one. */
  isLinked?: RawBuilder<boolean>;
  link?(trx: WriteTransaction, site: SiteScope, rows: readonly NewRow<Value>[], who: Who): Promise<void>;
}
interface Who {
  by: string;
  at: Date;
}

/** A thing that a row names, and whether the row leaves it as it is. */
export interface Match {
  row: number;
  id: string;
  isSame: boolean;
}

/** The things of a site that rows name, in the order of the rows. */
export async function matchesOf<Value extends object>(
  db: Kysely<Database>,
  site: SiteScope,
  changes: ImportChanges<Value>,
  rows: readonly ReadRow<Value>[],
  { by, columns }: { by: UpdateBy; columns: ReadonlySet<string> },
): Promise<Match[]> {
  const key = changes.keys[by];
  if (key === undefined || rows.length === 0) return [];
  const areSame = presentFields(changes, site, columns).map(({ target, value, isText }) =>
    isText
      ? sql<boolean>`${unguarded(`x.${target}`)} is not distinct from ${value}`
      : sql<boolean>`${sql.ref(`x.${target}`)} is not distinct from ${value}`,
  );
  const isSame = sql.join([...areSame, changes.isLinked ?? sql`true`], sql` and `);
  const { rows: found } = await sql<Match>`select n.row, x.id, (${isSame}) as "isSame"
    from ${changes.source(rows)} join ${sql.table(changes.table)} as x
      on x.site_id = ${site.siteId} and x.deleted_at is null and ${key}
    order by n.row, x.id`.execute(db);
  if (changes.sameBeside === undefined) return found;
  const byRow = new Map(rows.map((row) => [row.row, row]));
  const same = await changes.sameBeside(
    db,
    site,
    found.map(({ row, id }) => ({ ...byRow.get(row)!, own: id })),
  );
  return found.map((match) => ({ ...match, isSame: match.isSame && same.has(match.row) }));
}

/** Changes things by the columns that the file has, and links them as it says. */
export async function applyChanges<Value extends object>(
  trx: WriteTransaction,
  site: SiteScope,
  changes: ImportChanges<Value>,
  rows: readonly NewRow<Value>[],
  { columns, ...who }: Who & { columns: ReadonlySet<string> },
): Promise<void> {
  if (rows.length === 0) return;
  const set = presentFields(changes, site, columns).map(({ target, value, isText }) => {
    const stored = sql.ref(`x.${target}`);
    // A text whose guard an export has taken for its own stays as it is.
    const next = isText
      ? sql`case when ${unguarded(`x.${target}`)} is not distinct from ${value} then ${stored} else ${value} end`
      : value;
    return sql`${sql.ref(target)} = ${next}`;
  });
  await sql`update ${sql.table(changes.table)} as x
    set ${sql.join([...set, sql`version = x.version + 1`, sql`updated_at = now()`])}
    from ${changes.source(rows)} join unnest(${arrayOf("int", rows, ({ row }) => row)},
      ${arrayOf("uuid", rows, ({ id }) => id)}) as k (row, id) on k.row = n.row
    where x.id = k.id and x.deleted_at is null`.execute(trx);
  await changes.changeBeside?.(trx, site, rows);
  await changes.link?.(trx, site, rows, who);
}

const presentFields = (
  changes: Pick<ImportChanges<object>, "fields">,
  site: SiteScope,
  columns: ReadonlySet<string>,
): ChangedField[] => changes.fields(site).filter(({ column }) => columns.has(column));
