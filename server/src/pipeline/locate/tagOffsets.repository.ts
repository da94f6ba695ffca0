import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/** How much stronger a tracker sends than its model says, dB, under a version of its site's calibration. */
export interface TagOffset {
  id: string;
  db: number;
  version: number;
}

/** Stores what was learned of these trackers. */
export async function storeTagOffsets(db: Kysely<Database>, offsets: readonly TagOffset[]): Promise<void> {
  await sql`update trackers set tag_offset_db = n.db, tag_offset_version = n.version
    from unnest(${arrayOf("uuid", offsets, (row) => row.id)}, ${arrayOf("float8", offsets, (row) => row.db)},
      ${arrayOf("int", offsets, (row) => row.version)}) as n (id, db, version)
    where trackers.id = n.id`.execute(db);
}
