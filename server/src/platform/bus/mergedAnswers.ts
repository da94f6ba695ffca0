/** How the answers of several processes become one. */

/** The lists of all, in order. */
export function mergeLists<T>(order: (a: T, b: T) => number): (answers: readonly T[][]) => T[] {
  return (answers) => answers.flat().toSorted(order);
}

/** What each of them knows by id; where several know the same id, `join` decides. */
export function mergeRecords<T>(join: (a: T, b: T) => T): (answers: readonly Record<string, T>[]) => Record<string, T> {
  return (answers) => {
    const merged: Record<string, T> = {};
    for (const answer of answers)
      for (const [id, value] of Object.entries(answer)) merged[id] = id in merged ? join(merged[id]!, value) : value;
    return merged;
  };
}

/** The only one that is not null; null: there is none. */
export function firstKnown<T>(answers: readonly (T | null)[]): T | null {
  return answers.find((answer) => answer !== null) ?? null;
}
