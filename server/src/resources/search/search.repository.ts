import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { forgivingTier, strictTiers } from "./searchConditions.repository.ts";
import type { StoredKind } from "./searchKinds.ts";
import { searchTables } from "./searchTables.repository.ts";
import type { SearchWords } from "./searchWords.ts";

/** A row that may answer a query, with the texts that were searched. */
export interface Candidate {
  id: string;
  name: string;
  fields: string[];
  siteId: string | null;
}

/** Where to search; null: everywhere. */
export interface SearchScope {
  customerId: string | null;
  siteIds: ReadonlySet<string> | null;
  /** Searched first, so that the candidates include what is near. */
  nearSiteId: string | null;
}

export type SearchRepository = ReturnType<typeof searchRepository>;

export function searchRepository(db: Kysely<Database>) {
  return {
    /**
     * Rows of a kind that match the query as typed, best classes first, or with one wrong letter in a word. The number
     * of rows read is bounded, however many there are.
     */
    candidates: async (
      kind: StoredKind,
      scope: SearchScope,
      words: SearchWords,
      how: "strict" | "forgiving",
      ofEach: number,
    ): Promise<Candidate[]> => {
      const { table, name, fields, site, customer, there } = searchTables[kind];
      const tiers = how === "strict" ? strictTiers(words) : [forgivingTier(words)];
      const reach = [
        there,
        ...(scope.customerId === null ? [] : [sql`${customer} = ${scope.customerId}`]),
        ...(site === null || scope.siteIds === null ? [] : [sql`${site} = any(${[...scope.siteIds]}::uuid[])`]),
      ];
      const columns = sql`x.id, ${name} as name, array[${sql.join(fields)}]::text[] as fields,
        ${site ?? sql`null::uuid`} as site_id`;
      const some = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
        sql`(select ${columns} from ${sql.table(table)} as x
          where ${sql.join(conditions, sql` and `)} limit ${ofEach})`;
      const near = site !== null && scope.nearSiteId !== null ? sql`${site} = ${scope.nearSiteId}` : null;
      const parts = tiers.flatMap((tier) => [
        ...(near === null ? [] : [some([...reach, near, tier])]),
        some([...reach, tier]),
      ]);
      // The parts are read in turn, so that the others stay unread once there are enough good ones.
      const { rows } = await sql<{ id: string; name: string; fields: (string | null)[]; site_id: string | null }>`
        select * from (${sql.join(parts, sql` union all `)}) as found limit ${ofEach * 3}`.execute(db);
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        fields: row.fields.filter((field) => field !== null),
        siteId: row.site_id,
      }));
    },

    shown: (kind: StoredKind, ids: readonly string[]) => searchTables[kind].shown(db, ids),
  };
}
