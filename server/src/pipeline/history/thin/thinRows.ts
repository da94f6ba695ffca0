import type { StoredPosition } from "../positionHistory.ts";
import { gapMs } from "../positionFold.ts";

/** What decides which rows of a tracker go. */
export type ThinnableRow = Pick<
  StoredPosition,
  "tracker_id" | "ts" | "end_ts" | "asset_id" | "floor_id" | "room_id" | "mechanism" | "shown"
>;

/** A row that lasted this long says where the thing stood, ms. */
const stayMs = 10_000;

/**
 * The rows that history can do without: what remains has a row a minute while a tracker moves. The first and the last row in
 * each room and on each floor, with each asset, before and after a silence, and all rows of things that stood stay, and no
 * silence becomes longer than a minute; so stays in rooms and on floors begin and end as before.
 * @param rows of one tracker, by time; the first and the last one stay
 */
export function rowsToThin<Row extends ThinnableRow>(rows: readonly Row[]): Row[] {
  const leaving: Row[] = [];
  let remaining = rows[0];
  for (let nth = 1; nth < rows.length - 1; nth += 1) {
    const [before, row, after] = [rows[nth - 1]!, rows[nth]!, rows[nth + 1]!];
    // Without it, what is left would be a minute or more apart.
    const isNeeded = after.ts.getTime() - remaining!.end_ts.getTime() > gapMs;
    if (isNeeded || lasted(row) || !continues(before, row) || !continues(row, after)) remaining = row;
    else leaving.push(row);
  }
  return leaving;
}

const lasted = ({ ts, end_ts: end }: ThinnableRow): boolean => end.getTime() - ts.getTime() >= stayMs;

function continues(row: ThinnableRow, next: ThinnableRow): boolean {
  return (
    next.ts.getTime() - row.end_ts.getTime() <= gapMs &&
    row.asset_id === next.asset_id &&
    row.floor_id === next.floor_id &&
    row.room_id === next.room_id &&
    row.mechanism === next.mechanism &&
    row.shown === next.shown
  );
}
