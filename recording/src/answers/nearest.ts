import type { Query } from "../format.ts";

/** Parameters that name what a query is about: an answer about another site is no answer. */
const naming: ReadonlySet<string> = new Set(["site_id", "customer_id", "floor_id", "by", "q", "width"]);
/** Parameters of time and paging, which do not tell recorded answers apart. */
const ignored: ReadonlySet<string> = new Set([
  "at",
  "browser_time",
  "convert_to_timezone",
  "end_time_utc",
  "limit",
  "max_points",
  "order",
  "page",
  "start_time",
  "start_time_utc",
  "timezone",
]);

/**
 * The recorded answer whose parameters differ least from those of the query; null: none is about the same thing. A parameter
 * that only one of both has does not make it about another thing.
 */
export function nearest<Variant extends { query: Query }>(variants: readonly Variant[], query: Query): Variant | null {
  let best: Variant | null = null;
  let fewest = Infinity;
  for (const variant of variants) {
    const differing = difference(variant.query, query);
    if (differing >= fewest) continue;
    best = variant;
    fewest = differing;
  }
  return best;
}

function difference(recorded: Query, query: Query): number {
  let differing = 0;
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(query)])) {
    if (ignored.has(name) || recorded[name] === query[name]) continue;
    if (naming.has(name) && name in recorded && name in query) return Infinity;
    differing += 1;
  }
  return differing;
}
