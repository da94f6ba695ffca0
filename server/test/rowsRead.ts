import type { KyselyPlugin } from "kysely";

/** Counts the rows that questions to the database are answered with: `db.withPlugin(counter.plugin)`. */
export function rowsRead(): { plugin: KyselyPlugin; count(): number; reset(): void } {
  let rows = 0;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length;
        return result;
      },
    },
    count: () => rows,
    reset: () => (rows = 0),
  };
}
