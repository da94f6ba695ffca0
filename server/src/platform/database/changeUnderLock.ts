/** A statement that selects the row to change. */
interface Lockable<Row> {
  forUpdate(): { executeTakeFirst(): Promise<Row | undefined> };
}

/**
 * Changes a row under its lock, as `decide` returns for the stored fields.
 * @param write stores the fields, the next version and the time of the change
 * @returns the fields before and after; null: the row is gone
 */
export async function changeUnderLock<Row extends { version: number }, Fields>(
  row: Lockable<Row>,
  fieldsOf: (row: Row) => Fields,
  decide: (stored: Fields, version: number) => Fields,
  write: (after: Fields, next: { version: number; updated_at: Date }) => Promise<unknown>,
): Promise<{ before: Fields; after: Fields } | null> {
  const stored = await row.forUpdate().executeTakeFirst();
  if (stored === undefined) return null;
  const before = fieldsOf(stored);
  const after = decide(before, stored.version);
  await write(after, { version: stored.version + 1, updated_at: new Date() });
  return { before, after };
}
