import { FIX } from "./fixConstants.ts";

/** How likely each of some alternatives (floors, rooms) has been over the last seconds. */
export interface Evidence<Id> {
  /** Mean logarithms of their likelihoods, relative to the likeliest in each window. */
  logs: Map<Id, number>;
  /** How much of the full memory that rests on, 0–1. */
  weight: number;
  atMs: number;
}

export function newEvidence<Id>(): Evidence<Id> {
  return { logs: new Map(), weight: 0, atMs: -Infinity };
}

/**
 * Averages the evidence of windows over time: while a tag stands its shadows stay, so many windows are no better an
 * observation than one. The first of them, and the first after a gap, count for no more than those that follow. What is
 * not among `now` is forgotten.
 */
export function averageEvidence<Id>(known: Evidence<Id>, now: ReadonlyMap<Id, number>, nowMs: number): void {
  const { logs } = known;
  const sinceMs = logs.size === 0 ? Infinity : Math.max(0, nowMs - known.atMs);
  const left = Math.exp(-sinceMs / FIX.memoryMs) * known.weight;
  const fresh = 1 - Math.exp(-Math.min(sinceMs, FIX.maxFixMs) / FIX.memoryMs);
  known.weight = left + fresh;
  known.atMs = nowMs;
  const news = fresh > 0 ? fresh / known.weight : 0;
  const top = Math.max(...now.values());
  const before = new Map(logs);
  logs.clear();
  for (const [id, log] of now)
    logs.set(id, news * Math.max(-FIX.maxNats, log - top) + (1 - news) * (before.get(id) ?? -FIX.maxNats));
}

/** Whether an alternative was ever so likely that leaving it out would tell. */
export function isRemembered<Id>({ logs }: Evidence<Id>, id: Id): boolean {
  return (logs.get(id) ?? -Infinity) > -FIX.maxNats + FIX.forgottenNats;
}

/** The probability of each alternative. */
export function probabilitiesOf<Id>({ logs }: Evidence<Id>): Map<Id, number> {
  let total = 0;
  for (const log of logs.values()) total += Math.exp(log);
  return new Map([...logs].map(([id, log]) => [id, Math.exp(log) / total]));
}
