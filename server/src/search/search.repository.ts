import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import type { Candidate, SearchedKind } from "./searchKinds.ts";

/** Where a search looks; null: everywhere. */
export interface SearchScope {
  customerId: string | null;
  siteIds: ReadonlySet<string> | null;
  /** Asked first, so that what is near is among the candidates. */
  nearSiteId: string | null;
}

export type SearchRepository = ReturnType<typeof searchRepository>;

export function searchRepository(db: Kysely<Database>) {
  return {
    /**
     * Rows of a kind that meet any of the conditions, some of each, the first ones' first. How many are read is bounded,
     * however many there are.
     */
    candidates: async (
      { table, name, fields, site, customer, there }: SearchedKind,
      scope: SearchScope,
      tiers: readonly RawBuilder<boolean>[],
      ofEach: number,
    ): Promise<Candidate[]> => {
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
      // The parts are read in turn, so that enough of the best leave the others unread.
      const { rows } = await sql<{ id: string; name: string; fields: (string | null)[]; site_id: string | null }>`
        select * from (${sql.join(parts, sql` union all `)}) as found limit ${ofEach * 3}`.execute(db);
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        fields: row.fields.filter((field) => field !== null),
        siteId: row.site_id,
      }));
    },

    shown: (kind: SearchedKind, ids: readonly string[]) => kind.shown(db, ids),
  };
}
