import type { KyselyPlugin } from "kysely";

/** Counts the statements to the database, and the rows that they are answered with: `db.withPlugin(counter.plugin)`. */
export function rowsRead(): { plugin: KyselyPlugin; count(): number; statements(): number; reset(): void } {
  let [rows, statements] = [0, 0];
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        rows += result.rows.length;
        return result;
      },
    },
    count: () => rows,
    statements: () => statements,
    reset: () => {
      [rows, statements] = [0, 0];
    },
  };
}
