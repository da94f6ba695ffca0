import type { Sensitivity } from "@pulse/contract/geofences";

/** When an asset counts as on the other side. */
interface Rule {
  /** How strong the average evidence has to be: the logarithm of the odds. */
  evidence: number;
  /** For how long nothing may have contradicted it. */
  forMs: number;
}

interface Pace {
  moving: Rule;
  still: Rule;
  /** Recorded as outside, but at rest and likelier inside for this long: it was taken for outside too early. */
  lasting: Rule;
  /**
   * At rest on an unknown side: decided when inside or outside is clearly likelier, and after `lastMs` as the likelier
   * of the two.
   */
  unknown: Rule & { lastMs: number };
  /** While a thing moves, fixes within this time of each other share their errors. */
  sharedMs: number;
}

/** Chosen on simulated radio, with seeds that `bench/flapping.bench.ts` does not use. */
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
const maxEvidence = 4;
/**
 * A probability of being inside that leaves no doubt, and 1 minus it for outside: no place where it may be is across
 * the edge.
 */
const certain = 0.999;
const certainSharedMs = 10_000;
/** The errors of a thing at rest last; after this time they may have changed. */
const longestSharedMs = 300_000;
/**
 * A thing that was not seen to stop counts as at rest for this long, and a silence counts as no more rest than this.
 */
const stoodMs = 60_000;
/** This long after it was last seen to move, a thing still counts as moving. */
const stoppedMs = 5000;
/** However long nothing was heard, one fix does not decide alone. */
const maxEvidenceOfOne = 0.75;

/** An asset in or near a fence. */
export interface FenceState {
  /** Its open stay; null: it is outside. */
  stay: { id: string; enterMs: number } | null;
  /** The average evidence of its fixes: positive for inside. */
  evidence: number;
  /** How long it has been at rest, and when it was last seen to move and seen at all, ms. */
  stillMs: number;
  movedMs: number;
  atMs: number;
  /** Since when there is evidence for a change, whether the thing is in motion, and whether it leaves no doubt. */
  pending: { sinceMs: number; moving: boolean; sure: boolean } | null;
  /** Since when the average has said that a thing at rest outside is more likely inside. */
  leaningMs: number | null;
  /** Its side is not known yet, since it or the fence is new. */
  unknown: boolean;
  /** The `changedMs` of the fence that this state is about. */
  ofMs: number;
}

/**
 * A fence that an asset was not near, or has been in since before the start.
 * @param lastOutsideMs when it was seen last; null: not known
 */
export function newFenceState(stay: FenceState["stay"], lastOutsideMs: number | null, ofMs = -Infinity): FenceState {
  const evidence = stay !== null ? maxEvidence : lastOutsideMs === null ? 0 : -maxEvidence;
  const atMs = lastOutsideMs ?? -Infinity;
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
 * An asset whose side of a fence is not known, since one of them was new; if it was seen since, all that is known is
 * that it was not near then.
 * @param stay in the fence as it was before
 */
export function unknownFenceState(stay: FenceState["stay"], sinceMs: number, seenMs: number, ofMs: number): FenceState {
  const isSeen = seenMs >= sinceMs;
  const state = newFenceState(stay, isSeen ? seenMs : null, ofMs);
  return { ...state, evidence: isSeen ? -maxEvidence : 0, stillMs: isSeen ? seenMs - sinceMs : 0, unknown: true };
}

/** Whether the side of a thing that was new at one moment may still be unknown at another. */
export function mayBeUnknown(sinceMs: number, seenMs: number, sensitivity: Sensitivity): boolean {
  return sinceMs > -Infinity && seenMs < sinceMs + paces[sensitivity].unknown.lastMs;
}

/** The asset is on the other side: in this stay, or out (null). The evidence for the old side no longer counts. */
export function switchSide(state: FenceState, stay: FenceState["stay"]): void {
  state.stay = stay;
  state.pending = null;
  state.leaningMs = null;
  state.unknown = false;
  state.evidence = stay === null ? Math.min(0, state.evidence) : Math.max(0, state.evidence);
}

/** Whether nothing needs to be remembered: it is outside, and everything says so. */
export function isForgettable({ stay, evidence, pending }: FenceState): boolean {
  return stay === null && pending === null && evidence <= 0.95 * -maxEvidence;
}

/**
 * Takes what a fix says about an asset and a fence. Errors of fixes last, so fixes are averaged and not added up: over
 * moments while a thing moves, and over all the time that it has been at rest. So the average of a thing at rest
 * settles on one side, and the remaining sway of its fixes does not carry it over an edge.
 * @param probability that the asset is inside; null: the fix does not say
 * @returns since when the asset is on the other side, ms; null: nothing has changed
 */
export function updateEvidence(
  state: FenceState,
  probability: number | null,
  { atMs, moving }: { atMs: number; moving: boolean },
  sensitivity: Sensitivity,
): number | null {
  if (probability === null) return null;
  const pace = paces[sensitivity];
  const passedMs = Math.max(0, atMs - state.atMs);
  state.stillMs = moving ? 0 : state.stillMs + (passedMs < Infinity ? Math.min(passedMs, stoodMs) : 0);
  state.atMs = atMs;
  if (moving) state.movedMs = atMs;
  const sure = probability >= certain || probability <= 1 - certain;
  const fits = Math.max(-maxEvidence, Math.min(maxEvidence, Math.log(probability / (1 - probability))));
  const lastsMs = Math.min(pace.sharedMs + state.stillMs, sure ? certainSharedMs : longestSharedMs);
  state.evidence += Math.min(maxEvidenceOfOne, 1 - Math.exp(-passedMs / lastsMs)) * (fits - state.evidence);
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
 * The same while no fix comes: if the last fixes left no doubt, however few, the change is decided after a silence as
 * long as the rule requires. If more fixes come, they count.
 */
export function changeAfterSilence(state: FenceState, nowMs: number, sensitivity: Sensitivity): number | null {
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

/** Since when the other side has been more likely, if that has lasted long enough. */
function leaning(state: FenceState, leans: boolean, { lasting }: Pace): number | null {
  state.leaningMs = leans ? (state.leaningMs ?? state.atMs) : null;
  return state.leaningMs !== null && state.atMs - state.leaningMs >= lasting.forMs ? state.leaningMs : null;
}

/** The average evidence for the other side. */
const towardsChange = ({ stay, evidence }: FenceState): number => (stay === null ? evidence : -evidence);

function ruleOf({ unknown }: FenceState, { moving }: { moving: boolean }, pace: Pace): Rule {
  if (moving) return pace.moving;
  return unknown ? pace.unknown : pace.still;
}
