import { positionReader, type PositionRow } from "./positionRow.ts";
import { readAhead } from "./readAhead.ts";
import type { ReportRows } from "./reportRows.repository.ts";
import { wholeMs } from "./reportTable.ts";
import { inSlices } from "./slices.ts";

interface Stays {
  rows: PositionRow[];
  share: number;
}

/**
 * The stays of a site's assets that overlap a span, part by part, in the order in which they ended. They are read by
 * when they began, which is how they are indexed. While one part is sorted, the next is on its way. The stays of a
 * tracker do not overlap, so at most one of each reaches from part to part.
 */
export function staysInOrder(
  stored: ReportRows,
  siteId: string,
  span: { start: Date; end: Date },
  isNewestFirst: boolean,
): AsyncGenerator<Stays, void> {
  return isNewestFirst ? backwards(stored, siteId, span) : forwards(stored, siteId, span);
}

/** A stay that reaches beyond a part waits for the part in which it ends. */
async function* forwards(
  stored: ReportRows,
  siteId: string,
  span: { start: Date; end: Date },
): AsyncGenerator<Stays, void> {
  const read = positionReader();
  let open = read(await stored.reaching(siteId, span.start));
  const parts = inSlices(span, false, stored.goodRows, (slice, most) => stored.began(siteId, slice, most));
  for await (const { rows, slice, share } of readAhead(parts)) {
    const all = [...open, ...read(rows)];
    const endedIn = ({ end_s: endS }: PositionRow): boolean => slice.isLast || wholeMs(endS) < slice.to.getTime();
    open = all.filter((row) => !endedIn(row));
    yield { rows: byEnd(all.filter(endedIn), 1), share };
  }
}

/** Stays that reach into a part from before it are looked up; those that reach beyond it came with a later part. */
async function* backwards(
  stored: ReportRows,
  siteId: string,
  span: { start: Date; end: Date },
): AsyncGenerator<Stays, void> {
  const read = positionReader();
  const parts = inSlices(span, true, stored.goodRows, (slice, most) => stored.began(siteId, slice, most));
  for await (const { rows, slice, share } of readAhead(parts)) {
    const all = read([...(await stored.reaching(siteId, slice.from)), ...rows]);
    const ended = all.filter(({ end_s: endS }) => slice.isLast || wholeMs(endS) < slice.to.getTime());
    yield { rows: byEnd(ended, -1), share };
  }
}

/**
 * In the order of their ends, then of their trackers. Stays come asset by asset, so these few runs are sorted first,
 * and no texts need to be compared for stays that end at once.
 */
function byEnd(rows: readonly PositionRow[], direction: 1 | -1): PositionRow[] {
  const runs: PositionRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.[0]?.things === row.things) run.push(row);
    else runs.push([row]);
  }
  runs.sort(([a], [b]) => (a!.things.other < b!.things.other ? -1 : a!.things.other > b!.things.other ? 1 : 0));
  return runs.flat().sort((a, b) => direction * (a.end_s - b.end_s));
}
