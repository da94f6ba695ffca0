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
 * The stays of a site's assets that overlap a span, part by part, in the order in which they ended, read by when they
 * began: by that they are found. While one is put in order, the next is on its way. Those of a tracker do not overlap, so
 * of each at most one reaches from part to part.
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

/** What reaches into a part from before it is looked for; what reaches beyond it was told with a later one. */
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
 * In the order of their ends, then of their trackers. Stays come asset by asset: these few are put in order first, and no
 * two texts need to be compared for all that end at once.
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
