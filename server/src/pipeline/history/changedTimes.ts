import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { markHours } from "./markedHours.repository.ts";
import { hourMs, hourOf } from "./hours.ts";
import { gapMs } from "./positionFold.ts";

/** A time of a site whose positions have changed. */
export interface ChangedTime {
  siteId: string;
  fromMs: number;
  toMs: number;
}

/**
 * Marks the sums of these times to be made anew; called in the transaction that writes the positions. A position also
 * ends the one before it, which may belong to the previous hour.
 */
export async function markChangedHours(trx: Kysely<Database>, times: readonly ChangedTime[]): Promise<void> {
  const hours = new Map<string, { siteId: string; hourMs: number }>();
  for (const { siteId, fromMs, toMs } of times)
    for (let hour = hourOf(fromMs - gapMs); hour <= toMs; hour += hourMs)
      hours.set(`${siteId} ${hour}`, { siteId, hourMs: hour });
  const inOrder = [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, hour]) => hour);
  if (inOrder.length > 0) await markHours(trx, inOrder);
}
