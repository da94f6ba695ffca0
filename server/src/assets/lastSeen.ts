import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { type LastPosition, lastPositions } from "./lastPositions.repository.ts";

/** Where each of these assets was seen last, for other slices. */
export function lastSeen(db: Kysely<Database>, assetIds: readonly string[]): Promise<Map<string, LastPosition>> {
  return lastPositions(db, assetIds);
}
