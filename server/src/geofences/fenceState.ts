import type { Sensitivity } from "@pulse/contract/geofences";

/** When an asset counts as on the other side. */
interface Rule {
  /** How much the evidence has to say so on average: the logarithm of the odds. */
  evidence: number;
  /** For how long nothing may have spoken against it. */
  forMs: number;
}

interface Pace {
  moving: Rule;
  still: Rule;
  /** For something at rest that nobody has seen before: it is where it probably is. */
  fresh: Rule;
  /** Fixes within this time of each other share their errors while a thing moves. */
  sharedMs: number;
}

/** Chosen on simulated air, by seeds that `bench/flapping.bench.ts` does not use. */
const paces: Readonly<Record<Sensitivity, Pace>> = {
  low: {
    moving: { evidence: 1.5, forMs: 10_000 },
    still: { evidence: 3.8, forMs: 60_000 },
    fresh: { evidence: 1.5, forMs: 60_000 },
    sharedMs: 4000,
  },
  normal: {
    moving: { evidence: 0.25, forMs: 2000 },
    still: { evidence: 3.5, forMs: 30_000 },
    fresh: { evidence: 1, forMs: 30_000 },
    sharedMs: 2000,
  },
  high: {
    moving: { evidence: 0, forMs: 0 },
    still: { evidence: 1.5, forMs: 2000 },
    fresh: { evidence: 0.5, forMs: 2000 },
    sharedMs: 1000,
  },
};
/** One fix says no more than this. */
const mostEvidence = 4;
/** A probability that leaves no doubt, of inside, and 1 minus it of outside: the edge is beyond all places where it may be. */
const certain = 0.999;
const certainSharedMs = 10_000;
/** As long as a thing stands its errors last; beyond this they may have become others. */
const longestSharedMs = 300_000;
/** A thing that was not seen to stop has stood for so long. */
const stoodMs = 60_000;
/** Its last strides are part of its way: they count as moving. */
const stoppedMs = 5000;
/** What nobody had seen before is no news after this time: it has the side that was told of it. */
const freshMs = 120_000;
/** However long nothing was heard, one fix is not all. */
const mostOfOne = 0.75;

/** An asset in or near a fence. */
export interface FenceState {
  /** Its open stay; null: it is outside. */
  stay: { id: string; enterMs: number } | null;
  /** What fixes say on average since it moves or stands: positive for inside. */
  evidence: number;
  /** For how long it has stood, and when the last fix was, ms. */
  stillMs: number;
  atMs: number;
  /** Since when something speaks for a change, by a thing in motion or at rest, and whether it leaves no doubt. */
  pending: { sinceMs: number; moving: boolean; sure: boolean } | null;
  /** Until when nobody knows its side; null: it has one. */
  freshUntilMs: number | null;
}

/**
 * A fence that an asset was not near, or is in since before the start.
 * @param before when it was last seen; null: what was seen of it is not known
 * @param freshUntilMs null: it was seen before
 */
export function newFenceState(
  stay: FenceState["stay"],
  before: number | null,
  freshUntilMs: number | null = null,
): FenceState {
  const evidence = stay !== null ? mostEvidence : before === null ? 0 : -mostEvidence;
  return { stay, evidence, stillMs: stoodMs, atMs: before ?? -Infinity, pending: null, freshUntilMs };
}

/** Until when something counts as never seen before, by its first fix. */
export function freshUntil(firstMs: number): number {
  return firstMs + freshMs;
}

/** The asset is on the other side: in this stay, or out (null). What spoke for the old side no longer counts. */
export function passTo(state: FenceState, stay: FenceState["stay"]): void {
  state.stay = stay;
  state.pending = null;
  state.freshUntilMs = null;
  state.evidence = stay === null ? Math.min(0, state.evidence) : Math.max(0, state.evidence);
}

/** Whether nothing needs to be remembered: it is outside, and everything says so. */
export function isForgettable({ stay, evidence, pending }: FenceState): boolean {
  return stay === null && pending === null && evidence <= 0.95 * -mostEvidence;
}

/**
 * Takes what a fix says of an asset and a fence. Errors of fixes last, so fixes are averaged and not added up: over
 * moments while a thing moves, over all the time that it has stood when it stands. So its average settles, on whichever
 * side, and what is left of the sway of its fixes does not carry it over an edge.
 * @param probability that the asset is inside; null: the fix does not say
 * @returns since when the asset is on the other side, ms; null: nothing has changed
 */
export function weigh(
  state: FenceState,
  probability: number | null,
  { atMs, moving }: { atMs: number; moving: boolean },
  sensitivity: Sensitivity,
): number | null {
  if (probability === null) return null;
  const { sharedMs } = paces[sensitivity];
  const goneMs = Math.max(0, atMs - state.atMs);
  state.stillMs = moving ? 0 : state.stillMs + Math.min(goneMs, stoodMs);
  state.atMs = atMs;
  const sure = probability >= certain || probability <= 1 - certain;
  const fits = Math.max(-mostEvidence, Math.min(mostEvidence, Math.log(probability / (1 - probability))));
  const lastsMs = Math.min(sharedMs + state.stillMs, sure ? certainSharedMs : longestSharedMs);
  state.evidence += Math.min(mostOfOne, 1 - Math.exp(-goneMs / lastsMs)) * (fits - state.evidence);
  const side = state.stay === null ? 1 : -1;
  if (fits * side <= 0 && state.evidence * side <= 0) state.pending = null;
  else
    state.pending = {
      sinceMs: state.pending?.sinceMs ?? atMs,
      moving: state.stillMs < stoppedMs,
      sure: sure && fits * side > 0,
    };
  return due(state, atMs, sensitivity);
}

/**
 * The same while no fix comes: what left no doubt is decided once nothing was heard for as long as it has to hold, however
 * few fixes said so. While others come, they have their say.
 */
export function waited(state: FenceState, nowMs: number, sensitivity: Sensitivity): number | null {
  const { pending, atMs } = state;
  if (!pending?.sure || towardsChange(state) <= 0) return null;
  return nowMs - atMs >= ruleOf(state, pending, sensitivity).forMs ? pending.sinceMs : null;
}

function due(state: FenceState, atMs: number, sensitivity: Sensitivity): number | null {
  const { pending } = state;
  if (pending === null) return null;
  const { evidence, forMs } = ruleOf(state, pending, sensitivity);
  return towardsChange(state) > evidence && atMs - pending.sinceMs >= forMs ? pending.sinceMs : null;
}

/** How much the average speaks for the other side. */
const towardsChange = ({ stay, evidence }: FenceState): number => (stay === null ? evidence : -evidence);

function ruleOf({ freshUntilMs, atMs }: FenceState, { moving }: { moving: boolean }, sensitivity: Sensitivity): Rule {
  const { moving: strides, still, fresh } = paces[sensitivity];
  if (moving) return strides;
  return freshUntilMs !== null && atMs <= freshUntilMs ? fresh : still;
}
