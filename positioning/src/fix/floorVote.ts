import type { Measurements } from "../window/measurements.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { TrackerState } from "../model/trackerState.ts";

const LEAD_DB = 3;
const VOTES = 3;
const VOTE_MS = 10_000;
/** Votes nearer in time share their packets and are one vote. */
const VOTE_GAP_MS = 900;

export interface FloorVote {
  floor: PlacedFloor;
  uncertain: boolean;
}

/**
 * Chooses the floor: score = Σ 10^(rssi/20) over a floor's gateways, in which the tag's own strength cancels. The
 * floor changes when another leads by 3 dB in three votes running or for 10 s; a lead under 3 dB is uncertain.
 * `scores` is written by the way, one for each floor of the site.
 */
export function voteFloor(
  floors: readonly PlacedFloor[],
  m: Measurements,
  state: TrackerState["floor"],
  nowMs: number,
  scores: Float64Array,
): FloorVote | null {
  scores.fill(0, 0, floors.length);
  for (let i = 0; i < m.count; i++) scores[m.anchors[i]!.floor.index]! += 10 ** (m.rssi[i]! / 20);
  let best: PlacedFloor | null = null;
  let second = 0;
  for (const floor of floors) {
    const score = scores[floor.index]!;
    if (score > 0 && (best === null || score > scores[best.index]!)) {
      second = best ? scores[best.index]! : second;
      best = floor;
    } else second = Math.max(second, score);
  }
  if (!best) return null;
  const current = floors.find(({ id }) => id === state.id) ?? null;
  const uncertain = second > 0 && 20 * Math.log10(scores[best.index]! / second) < LEAD_DB;
  if (!current || current === best || !(scores[current.index]! > 0)) {
    settle(state, best.id);
    return { floor: best, uncertain };
  }
  if (20 * Math.log10(scores[best.index]! / scores[current.index]!) < LEAD_DB) {
    settle(state, current.id);
    return { floor: current, uncertain };
  }
  if (state.challengerId !== best.id) {
    state.challengerId = best.id;
    state.challengeCount = 1;
    state.challengeSinceMs = nowMs;
  } else if (nowMs - state.challengeSinceMs >= state.challengeCount * VOTE_GAP_MS) state.challengeCount++;
  if (state.challengeCount < VOTES && nowMs - state.challengeSinceMs < VOTE_MS) {
    return { floor: current, uncertain: true };
  }
  settle(state, best.id);
  return { floor: best, uncertain };
}

function settle(state: TrackerState["floor"], id: string): void {
  state.id = id;
  state.challengerId = null;
  state.challengeCount = 0;
}
