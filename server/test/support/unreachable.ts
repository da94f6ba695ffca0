import type { KyselyPlugin } from "kysely";
import { DatabaseUnavailable } from "../../src/platform/database/databaseUnavailable.ts";

/** Makes a database stop to answer: `db.withPlugin(line.plugin)`. */
export function unreachable() {
  let isCut = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isCut) throw new DatabaseUnavailable("away");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, cut: () => void (isCut = true), mend: () => void (isCut = false) };
}
