import type { ChangedTime } from "./changedTimes.ts";
import type { PositionFix } from "./positionFold.ts";
import type { StayRow, StoredStay } from "./positions.repository.ts";

/** A history row in memory. The fields `stored…` say which of it is in the database. */
export interface WrittenStay extends StayRow {
  inserted: boolean;
  storedEndMs: number;
  storedMoving: boolean | null;
  storedAtMs: number;
}

/** A row as it was when it began to be written. */
export interface Snapshot extends StayRow {
  stay: WrittenStay;
}

/** A copy of the row as it is now, since it may be extended while it is being written. */
export function snapshot(stay: WrittenStay): Snapshot {
  return { stay, fix: stay.fix, endMs: stay.endMs, moving: stay.moving };
}

/** The part of a row that the database did not have. */
export function changedTime({ stay, fix, endMs }: Snapshot): ChangedTime {
  return { siteId: fix.siteId, fromMs: stay.inserted ? stay.storedEndMs : fix.atMs, toMs: endMs };
}

/** A row that begins with a fix. */
export function newStay(fix: PositionFix): WrittenStay {
  return {
    fix,
    endMs: fix.atMs,
    moving: fix.moving,
    inserted: false,
    storedEndMs: -Infinity,
    storedMoving: fix.moving,
    storedAtMs: -Infinity,
  };
}

/** The database's row, to be extended. */
export function storedStay({ fix, endMs, moving }: StoredStay): WrittenStay {
  return { fix, endMs, moving, inserted: true, storedEndMs: endMs, storedMoving: moving, storedAtMs: -Infinity };
}

/** Whether the database has all of it. */
export function isStored({ inserted, endMs, storedEndMs, moving, storedMoving }: WrittenStay): boolean {
  return inserted && endMs <= storedEndMs && moving === storedMoving;
}

/**
 * One insert may not name a row twice, which happens when the clock is set back to a millisecond that was used already.
 */
export function distinctRows(rows: Snapshot[]): Snapshot[] {
  return [...new Map(rows.map((row) => [`${row.fix.trackerId} ${row.fix.atMs}`, row])).values()];
}
