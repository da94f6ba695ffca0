/** A part of a report's span: from `from` to before `to`, and in the last part to `to` itself. */
export interface ReportSlice {
  from: Date;
  to: Date;
  isLast: boolean;
}

const firstMs = 10 * 60_000;
const shortestMs = 1000;
/**
 * No part contains more than this many times the good number of rows, so that no statement takes long or much memory.
 */
const maxShare = 1.6;

/**
 * Reads a span part by part, forwards or backwards, and yields the rows of each with how much of the span is read.
 * @param goodRows parts grow and shrink towards this many rows: enough to spread the fixed costs, such as finding each
 * asset
 * @param read returns null if the part contains more than `most` rows; it is then read again in smaller ones
 */
export async function* inSlices<Row>(
  span: { start: Date; end: Date },
  isNewestFirst: boolean,
  goodRows: number,
  read: (slice: ReportSlice, most: number | null) => Promise<Row[] | null>,
): AsyncGenerator<{ rows: Row[]; slice: ReportSlice; share: number }, void> {
  const [startMs, endMs] = [span.start.getTime(), span.end.getTime()];
  let lengthMs = firstMs;
  let doneMs = 0;
  /** The end of a part that was too large: up to there parts stay small, even if they are empty at first. */
  let dense = { untilMs: 0, maxMs: 0 };
  const wholeMs = endMs - startMs;
  do {
    const partMs = Math.min(lengthMs, wholeMs - doneMs);
    const fromMs = isNewestFirst ? endMs - doneMs - partMs : startMs + doneMs;
    const isLast = fromMs + partMs >= endMs;
    const slice = { from: new Date(fromMs), to: new Date(fromMs + partMs), isLast };
    const rows = await read(slice, partMs <= shortestMs ? null : maxShare * goodRows);
    if (rows === null) {
      // After a quiet time a part is long, and the rows that follow may be dense.
      lengthMs = Math.max(shortestMs, Math.round(partMs / 4));
      dense = { untilMs: doneMs + partMs, maxMs: lengthMs };
      continue;
    }
    doneMs += partMs;
    yield { rows, slice, share: wholeMs === 0 ? 1 : doneMs / wholeMs };
    const fittingMs = Math.round((partMs * goodRows) / Math.max(rows.length, 1));
    lengthMs = Math.min(lengthMs * 4, Math.max(shortestMs, fittingMs), doneMs < dense.untilMs ? dense.maxMs : Infinity);
  } while (doneMs < wholeMs);
}
