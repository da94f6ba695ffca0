import { type RawBuilder, sql } from "kysely";

/**
 * The names that a gateway had in the last day, of a row of `hardwares` under this alias: it may still use the topics with
 * them, since somebody has to change its own settings as well. The database notes them when a gateway is renamed.
 */
export function formerNamesOf(alias: "h" | "o"): RawBuilder<string[]> {
  return sql<string[]>`(select coalesce(json_agg(f ->> 'name'), '[]')
    from jsonb_array_elements(${sql.ref(`${alias}.former_names`)}) f where (f ->> 'until')::timestamptz > now())`;
}
