/** A span of the past that is open on the map. */
export interface PlaybackSpan {
  fromMs: number;
  toMs: number;
  /** The moment that is shown; null: nobody has chosen one, so it is the beginning of the newest stretch with positions. */
  timeMs: number | null;
  /** The guids of the assets whose paths are shown; none: the whole site. */
  of: readonly string[];
}

/** Longer spans would draw more than anybody could follow. */
export const longestSpanMs = 31 * 24 * 3_600_000;
const maxAssets = 20;
const names = ["from", "to", "time", "of"] as const;

/** The span in an address; null: there is none, and the map is live. */
export function readPlayback(search: URLSearchParams): PlaybackSpan | null {
  const fromMs = msOf(search.get("from"));
  const toMs = msOf(search.get("to"));
  if (fromMs === null || toMs === null || toMs <= fromMs) return null;
  const endMs = Math.min(toMs, fromMs + longestSpanMs);
  const chosenMs = msOf(search.get("time"));
  const timeMs = chosenMs === null ? null : Math.min(endMs, Math.max(fromMs, chosenMs));
  const of = (search.get("of") ?? "").split(",").filter((guid) => guid !== "");
  return { fromMs, toMs: endMs, timeMs, of: of.slice(0, maxAssets) };
}

/** `search` with a span in it, in UTC so that it means the same everywhere; null takes it out. */
export function writePlayback(search: URLSearchParams, span: PlaybackSpan | null): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  if (span === null) return next;
  next.set("from", textOf(span.fromMs));
  next.set("to", textOf(span.toMs));
  if (span.timeMs !== null) next.set("time", textOf(span.timeMs));
  if (span.of.length > 0) next.set("of", span.of.join(","));
  return next;
}

const textOf = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");

function msOf(text: string | null): number | null {
  const ms = /^\d{4}-\d\d-\d\dT/.test(text ?? "") ? Date.parse(text ?? "") : NaN;
  return Number.isNaN(ms) ? null : ms;
}
