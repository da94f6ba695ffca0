import type { Track } from "./track.ts";

/** After a longer silence it is unknown whether a thing moved, ms. */
export const silenceMs = 5 * 60_000;

/** A stretch of time, ms. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/** The times in a span for which positions exist, in order; what lies between two of them is a gap. */
export type Coverage = readonly TimeSpan[];

/** When any of these tracks has positions; silences of up to five minutes belong to the times around them. */
export function coverageOf(tracks: Iterable<Track>, { fromMs, toMs }: TimeSpan): Coverage {
  const known = [...tracks]
    .flatMap(({ startsMs, endsMs }) =>
      [...startsMs].map((startMs, nth) => ({
        fromMs: Math.max(fromMs, startMs),
        toMs: Math.min(toMs, endsMs[nth]!),
      })),
    )
    .filter((each) => each.fromMs <= each.toMs)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  const joined: TimeSpan[] = [];
  for (const each of known) {
    const last = joined.at(-1);
    if (last !== undefined && each.fromMs - last.toMs <= silenceMs) last.toMs = Math.max(last.toMs, each.toMs);
    else joined.push({ ...each });
  }
  return joined;
}

/** What lies between the times with positions; before the first and after the last nothing is missing. */
export function gapsOf(coverage: Coverage): TimeSpan[] {
  return coverage.slice(1).map(({ fromMs }, nth) => ({ fromMs: coverage[nth]!.toMs, toMs: fromMs }));
}

/** The stretch without positions that contains a moment, to the next position or to `endMs`; null: there are some. */
export function gapAt(coverage: Coverage, atMs: number, endMs: number): TimeSpan | null {
  const before = coverage.findLast((each) => each.fromMs <= atMs);
  if (coverage.length === 0 || (before !== undefined && atMs <= before.toMs)) return null;
  const after = coverage.find((each) => each.fromMs > atMs);
  return { fromMs: before?.toMs ?? atMs, toMs: after?.fromMs ?? endMs };
}
