/** A row of anything that has a version. */
interface BaseRow {
  id: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** What the contract's `Base` has of it. */
export const baseFields = (row: BaseRow) => ({
  id: row.id,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
