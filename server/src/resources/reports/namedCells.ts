/** The cells of things whose ids are in many rows: each thing is read and written once. */
export function namedCells<Named extends { id: string }>(
  read: (ids: readonly string[]) => Promise<Named[]>,
  write: (named: Named) => string,
  none: string,
) {
  const known = new Map<string, string>();
  return {
    learn: async <Row>(rows: readonly Row[], idOf: (row: Row) => string): Promise<void> => {
      const unknown = new Set<string>();
      for (const row of rows) if (!known.has(idOf(row))) unknown.add(idOf(row));
      if (unknown.size === 0) return;
      // One that no longer exists is not asked for again.
      for (const id of unknown) known.set(id, none);
      for (const named of await read([...unknown])) known.set(named.id, write(named));
    },
    of: (id: string): string => known.get(id) ?? none,
  };
}
