import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import { lastTimes, type LastPosition, lastPositions } from "./lastPositions.repository.ts";

/** Where each of these assets was seen last, for other slices. */
export function lastSeen(db: Kysely<Database>, assetIds: readonly string[]): Promise<Map<string, LastPosition>> {
  return lastPositions(db, assetIds);
}

/** When each asset in a scope of the log was seen last with a tracker that it has, ms. Those that were hardly seen are left out. */
export function allLastSeen(db: Kysely<Database>, scope: LogScope): Promise<Map<string, number>> {
  return lastTimes(db, scope);
}
