import type { PositionRow } from "./positionRow.ts";
import type { ReportRows } from "./reportRows.repository.ts";
import { wholeMs } from "./reportTable.ts";
import { inSlices } from "./slices.ts";

interface Stays {
  rows: PositionRow[];
  share: number;
}

/**
 * The stays of a site's assets that overlap a span, part by part, in the order in which they ended, read by when they
 * began: by that they are found. Those of a tracker do not overlap, so of each at most one reaches from part to part.
 */
export function staysInOrder(
  stored: ReportRows,
  siteId: string,
  span: { start: Date; end: Date },
  isNewestFirst: boolean,
): AsyncGenerator<Stays, void> {
  return isNewestFirst ? backwards(stored, siteId, span) : forwards(stored, siteId, span);
}

/** What reaches beyond a part waits for the one in which it ends. */
async function* forwards(
  stored: ReportRows,
  siteId: string,
  span: { start: Date; end: Date },
): AsyncGenerator<Stays, void> {
  let open = await stored.reaching(siteId, span.start);
  const parts = inSlices(span, false, stored.goodRows, (slice, most) => stored.began(siteId, slice, most));
  for await (const { rows, slice, share } of parts) {
    const all = [...open, ...rows];
    const endedIn = ({ end_s: endS }: PositionRow): boolean => slice.isLast || wholeMs(endS) < slice.to.getTime();
    open = all.filter((row) => !endedIn(row));
    yield { rows: all.filter(endedIn).toSorted(byEnd(1)), share };
  }
}

/** What reaches into a part from before it is looked for; what reaches beyond it was told with a later one. */
async function* backwards(
  stored: ReportRows,
  siteId: string,
  span: { start: Date; end: Date },
): AsyncGenerator<Stays, void> {
  const parts = inSlices(span, true, stored.goodRows, (slice, most) => stored.began(siteId, slice, most));
  for await (const { rows, slice, share } of parts) {
    const all = [...(await stored.reaching(siteId, slice.from)), ...rows];
    const ended = all.filter(({ end_s: endS }) => slice.isLast || wholeMs(endS) < slice.to.getTime());
    yield { rows: ended.toSorted(byEnd(-1)), share };
  }
}

const byEnd =
  (direction: 1 | -1) =>
  (a: PositionRow, b: PositionRow): number =>
    a.end_s === b.end_s ? (a.tracker_id < b.tracker_id ? -1 : 1) : direction * (a.end_s - b.end_s);
