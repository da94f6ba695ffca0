import type { KyselyPlugin } from "kysely";

/**
 * Counts the statements that contain a text, and holds back the answer of one of them: `db.withPlugin(reads.plugin)`.
 */
export function heldReads(text: string) {
  const holding = new WeakSet<object>();
  let count = 0;
  let at = 0;
  let reached = (): void => undefined;
  let letGo = (): void => undefined;
  let gate = Promise.resolve();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes(text)) holding.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (!holding.has(queryId)) return result;
      count += 1;
      if (count === at) {
        reached();
        await gate;
      }
      return result;
    },
  };
  return {
    plugin,
    count: () => count,
    /** Starts counting anew; the answer of the nth statement waits for `letGo`. Resolves when it has come. */
    hold: (nth: number): Promise<void> => {
      [count, at] = [0, nth];
      gate = new Promise((resolve) => (letGo = resolve));
      return new Promise((resolve) => (reached = resolve));
    },
    letGo: () => letGo(),
  };
}
