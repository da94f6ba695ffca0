import { hourMs } from "../../pipeline/history/hours.ts";
import type { Visit } from "./dwellAndFlows.ts";

/** An hour or a day. Only its hours within the span in which something was located count. */
export interface Step {
  atMs: number;
  /** Half-open, in order, not overlapping. */
  known: { fromMs: number; toMs: number }[];
}

/** How many things were in a place during a step; nulls: not known. */
export interface Occupied {
  min: number | null;
  mean: number | null;
  max: number | null;
}

/**
 * The steps of a span.
 * @param dayOf names the day of an hour, in the zone that is asked for; null: each hour is a step
 */
export function stepsOf(
  span: { fromMs: number; toMs: number },
  covered: ReadonlySet<number>,
  dayOf: ((ms: number) => string) | null,
): Step[] {
  const steps = new Map<string, Step>();
  for (let hour = Math.floor(span.fromMs / hourMs) * hourMs; hour < span.toMs; hour += hourMs) {
    const key = dayOf === null ? String(hour) : dayOf(hour);
    const step = steps.get(key) ?? { atMs: hour, known: [] };
    steps.set(key, step);
    const part = { fromMs: Math.max(hour, span.fromMs), toMs: Math.min(hour + hourMs, span.toMs) };
    const last = step.known.at(-1);
    if (!covered.has(hour) || part.toMs <= part.fromMs) continue;
    if (last?.toMs === part.fromMs) last.toMs = part.toMs;
    else step.known.push(part);
  }
  return [...steps.values()];
}

/** How many things were in one place, step by step. */
export function occupied(visits: readonly Visit[], steps: readonly Step[]): Occupied[] {
  const turns = visits
    .flatMap(({ fromMs, toMs }) => [
      { ms: fromMs, by: 1 },
      { ms: toMs, by: -1 },
    ])
    .toSorted((a, b) => a.ms - b.ms);
  let [next, inside] = [0, 0];
  // All turns of a moment at once: things of which one leaves as the other enters were never there together.
  const follow = (ms: number): void => {
    for (let turn = turns[next]; turn !== undefined && turn.ms <= ms; turn = turns[next]) {
      inside += turn.by;
      next += 1;
    }
  };
  return steps.map(({ known }) => {
    let [min, max, sum, length] = [Infinity, -Infinity, 0, 0];
    for (const { fromMs, toMs } of known) {
      length += toMs - fromMs;
      for (let at = fromMs; at < toMs;) {
        follow(at);
        const until = Math.min(toMs, turns[next]?.ms ?? Infinity);
        [min, max] = [Math.min(min, inside), Math.max(max, inside)];
        sum += inside * (until - at);
        at = until;
      }
    }
    if (length === 0) return { min: null, mean: null, max: null };
    return { min, mean: Math.round((sum / length) * 1000) / 1000, max };
  });
}
