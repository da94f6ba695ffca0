import { type Kysely, sql } from "kysely";
import { ddl } from "./ddl.ts";

// Lower case without accents, and the letters that have none to take away as people type them.
const folded = (text: string): string =>
  `translate(replace(replace(regexp_replace(lower(normalize(${text}, NFD)), '[\\u0300-\\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'øłđ', 'old')`;
// Without separators and leading zeros: FL-005 is fl5.
const compact = (text: string): string =>
  `regexp_replace(regexp_replace(${folded(text)}, '[ ,:;''()_./#-]+', '', 'g'), '(^|[^0-9])0+([0-9])', '\\1\\2', 'g')`;
export const field = (column: string, length: number): string => `left(coalesce(${column}, ''), ${length})`;
const bare = (column: string): string => `lower(replace(${column}, ':', ''))`;

/** A text as it is typed, and without separators. */
export const both = (text: string): string[] => [folded(text), compact(text)];

/** A row's words: " name | name without separators | the rest ", so that a word begins after a space. */
export const searchText = (name: string, ...rest: string[]): string =>
  [...both(name), ...rest].map((part) => `' ' || ${part} || ' '`).join(" || '|' || ");

const texts: Record<string, string> = {
  assets: searchText(field("name", 100), ...both(field("external_id", 100)), folded(field("type", 50))),
  trackers: searchText(field("name", 100), ...both(field("serial_no", 100)), "lower(mac)", bare("mac")),
  hardwares: searchText(field("name", 100), "lower(mac)", bare("mac")),
  sites: searchText(field("name", 100), folded(field("location", 100))),
  customers: searchText(field("name", 100), ...both(field("customer_code", 32))),
  users: searchText(`${field("given_name", 100)} || ' ' || ${field("family_name", 100)}`, folded(field("email", 254))),
};

/** What the search looks through. Where pg_trgm is missing, and may not be added, it reads every row instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, text] of Object.entries(texts))
    await ddl(db, `alter table ${table} add column search_text text not null generated always as (${text}) stored`);
  await ddl(
    db,
    `
create index assets_search on assets (customer_id, search_text text_pattern_ops);
create index trackers_search on trackers (customer_id, search_text text_pattern_ops);
create index hardwares_search on hardwares (customer_id, search_text text_pattern_ops)
`,
  );
  await addTrigrams(db);
}

/** Adds the trigram indexes, where pg_trgm is or can be added. */
export async function addTrigrams(db: Kysely<unknown>, tables = Object.keys(texts)): Promise<void> {
  await sql`do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`.execute(db);
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return;
  for (const table of tables)
    await ddl(db, `create index if not exists ${table}_trigrams on ${table} using gin (search_text gin_trgm_ops)`);
}
