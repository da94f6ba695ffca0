import type { KyselyPlugin } from "kysely";

/** Counts the statements to the database, and the rows that they are answered with: `db.withPlugin(counter.plugin)`. */
export function rowsRead(): {
  plugin: KyselyPlugin;
  count(): number;
  statements(): number;
  reset(): void;
  /** Hands the next answer over only when `until` has resolved. */
  hold(until: () => Promise<void>): void;
} {
  let [rows, statements] = [0, 0];
  let held: (() => Promise<void>) | null = null;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        rows += result.rows.length;
        const until = held;
        held = null;
        await until?.();
        return result;
      },
    },
    hold: (until) => (held = until),
    count: () => rows,
    statements: () => statements,
    reset: () => {
      [rows, statements] = [0, 0];
    },
  };
}
