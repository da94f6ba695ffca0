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
  /** At rest outside, and for so long rather inside: it was taken for outside too early. */
  lasting: Rule;
  /** At rest on a side that nobody knows yet: clearly rather inside or outside, and at last the likelier of the two. */
  unknown: Rule & { lastMs: number };
  /** Fixes within this time of each other share their errors while a thing moves. */
  sharedMs: number;
}

/** Chosen on simulated air, by seeds that `bench/flapping.bench.ts` does not use. */
const paces: Readonly<Record<Sensitivity, Pace>> = {
  low: {
    moving: { evidence: 1.5, forMs: 10_000 },
    still: { evidence: 3.8, forMs: 60_000 },
    lasting: { evidence: 1.5, forMs: 1_200_000 },
    unknown: { evidence: 1.5, forMs: 60_000, lastMs: 120_000 },
    sharedMs: 4000,
  },
  normal: {
    moving: { evidence: 0.25, forMs: 2000 },
    still: { evidence: 3.5, forMs: 30_000 },
    lasting: { evidence: 0.85, forMs: 600_000 },
    unknown: { evidence: 0.5, forMs: 30_000, lastMs: 60_000 },
    sharedMs: 2000,
  },
  high: {
    moving: { evidence: 0, forMs: 0 },
    still: { evidence: 1.5, forMs: 2000 },
    lasting: { evidence: 0.5, forMs: 120_000 },
    unknown: { evidence: 0.5, forMs: 2000, lastMs: 30_000 },
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
/** A thing that was not seen to stop has stood for so long, and however long nothing was heard, that was no longer rest. */
const stoodMs = 60_000;
/** Its last strides are part of its way: they count as moving. */
const stoppedMs = 5000;
/** However long nothing was heard, one fix is not all. */
const mostOfOne = 0.75;

/** An asset in or near a fence. */
export interface FenceState {
  /** Its open stay; null: it is outside. */
  stay: { id: string; enterMs: number } | null;
  /** What fixes say on average since it moves or stands: positive for inside. */
  evidence: number;
  /** For how long it has stood, and when it was last seen to move and seen at all, ms. */
  stillMs: number;
  movedMs: number;
  atMs: number;
  /** Since when something speaks for a change, by a thing in motion or at rest, and whether it leaves no doubt. */
  pending: { sinceMs: number; moving: boolean; sure: boolean } | null;
  /** Since when the average of a thing at rest outside has said that it is rather inside. */
  leaningMs: number | null;
  /** Nobody knows yet on which side it is: it, or the fence, is new. */
  unknown: boolean;
  /** When the fence that all this is about had come to enclose what it does. */
  ofMs: number;
}

/** A fence that an asset was not near, or is in since before the start. @param before when it was seen last; null: not known */
export function newFenceState(stay: FenceState["stay"], before: number | null, ofMs = -Infinity): FenceState {
  const evidence = stay !== null ? mostEvidence : before === null ? 0 : -mostEvidence;
  const atMs = before ?? -Infinity;
  return {
    stay,
    evidence,
    stillMs: stoodMs,
    movedMs: -Infinity,
    atMs,
    pending: null,
    leaningMs: null,
    unknown: false,
    ofMs,
  };
}

/**
 * An asset and a fence of which nobody knows on which side it is, since one of them was new; at most that it was not near
 * until it was seen last. @param stay in the fence as it was before
 */
export function unknownFenceState(stay: FenceState["stay"], sinceMs: number, seenMs: number, ofMs: number): FenceState {
  const isSeen = seenMs >= sinceMs;
  const state = newFenceState(stay, isSeen ? seenMs : null, ofMs);
  return { ...state, evidence: isSeen ? -mostEvidence : 0, stillMs: isSeen ? seenMs - sinceMs : 0, unknown: true };
}

/** Whether a thing that was new at one moment may be still unknown at another. */
export function mayBeUnknown(sinceMs: number, seenMs: number, sensitivity: Sensitivity): boolean {
  return sinceMs > -Infinity && seenMs < sinceMs + paces[sensitivity].unknown.lastMs;
}

/** The asset is on the other side: in this stay, or out (null). What spoke for the old side no longer counts. */
export function passTo(state: FenceState, stay: FenceState["stay"]): void {
  state.stay = stay;
  state.pending = null;
  state.leaningMs = null;
  state.unknown = false;
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
  const pace = paces[sensitivity];
  const goneMs = Math.max(0, atMs - state.atMs);
  state.stillMs = moving ? 0 : state.stillMs + (goneMs < Infinity ? Math.min(goneMs, stoodMs) : 0);
  state.atMs = atMs;
  if (moving) state.movedMs = atMs;
  const sure = probability >= certain || probability <= 1 - certain;
  const fits = Math.max(-mostEvidence, Math.min(mostEvidence, Math.log(probability / (1 - probability))));
  const lastsMs = Math.min(pace.sharedMs + state.stillMs, sure ? certainSharedMs : longestSharedMs);
  state.evidence += Math.min(mostOfOne, 1 - Math.exp(-goneMs / lastsMs)) * (fits - state.evidence);
  const side = state.stay === null ? 1 : -1;
  if (fits * side <= 0 && state.evidence * side <= 0) state.pending = null;
  else
    state.pending = {
      sinceMs: state.pending?.sinceMs ?? atMs,
      moving: atMs - state.movedMs < stoppedMs,
      sure: sure && fits * side > 0,
    };
  return due(state, pace);
}

/**
 * The same while no fix comes: what left no doubt is decided once nothing was heard for as long as it has to hold, however
 * few fixes said so. While others come, they have their say.
 */
export function waited(state: FenceState, nowMs: number, sensitivity: Sensitivity): number | null {
  const { pending, atMs } = state;
  if (!pending?.sure || towardsChange(state) <= 0) return null;
  return nowMs - atMs >= ruleOf(state, pending, paces[sensitivity]).forMs ? pending.sinceMs : null;
}

function due(state: FenceState, pace: Pace): number | null {
  const { pending, atMs, stillMs } = state;
  const towards = towardsChange(state);
  if (state.unknown && !pending?.moving) {
    const { evidence, forMs, lastMs } = pace.unknown;
    const isLast = stillMs >= lastMs;
    if (isLast) state.unknown = false;
    return pending !== null && stillMs >= forMs && towards > (isLast ? 0 : evidence) ? pending.sinceMs : null;
  }
  if (pending === null) return leaning(state, false, pace);
  const { evidence, forMs } = ruleOf(state, pending, pace);
  if (towards > evidence && atMs - pending.sinceMs >= forMs) return pending.sinceMs;
  return leaning(state, !pending.moving && state.stay === null && towards > pace.lasting.evidence, pace);
}

/** Since when it leans to the other side, if that has lasted long enough. */
function leaning(state: FenceState, leans: boolean, { lasting }: Pace): number | null {
  state.leaningMs = leans ? (state.leaningMs ?? state.atMs) : null;
  return state.leaningMs !== null && state.atMs - state.leaningMs >= lasting.forMs ? state.leaningMs : null;
}

/** How much the average speaks for the other side. */
const towardsChange = ({ stay, evidence }: FenceState): number => (stay === null ? evidence : -evidence);

function ruleOf({ unknown }: FenceState, { moving }: { moving: boolean }, pace: Pace): Rule {
  if (moving) return pace.moving;
  return unknown ? pace.unknown : pace.still;
}
