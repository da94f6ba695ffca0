import type { RoomGuess } from "../model/roomGuess.ts";
import type { SignalState } from "../window/signalState.ts";
import { newTrackerChiSquare, type TrackerChiSquare } from "./trackerChiSquare.ts";
import { type Evidence, newEvidence } from "./averageEvidence.ts";

/** What is remembered of one tag's fixes. */
export interface FixState {
  /** The floor it is on, and how likely each is; if there is only one floor, nothing is kept. */
  floor: { id: string | null; evidence: Evidence<string> };
  anchor: { id: string | null; challengerId: string | null; challengeCount: number };
  /** The room of that floor that it is in, null: in none, and how likely each is; null: the floor has no rooms. */
  room: { floor: string; id: string | null; evidence: Evidence<string | null> } | null;
  /** How well its last fixes agreed with the path-loss model. */
  scatter: TrackerChiSquare;
  /** The last place it stood still at, and its room, for `ignoreMovingTracker`. */
  still: { x: number; y: number; floor: string; room: RoomGuess | null } | null;
}

/** The same with the signals of which fixes are made. */
export type FixedTracker = FixState & SignalState;

export function newFixState(): FixState {
  return {
    floor: { id: null, evidence: newEvidence() },
    anchor: { id: null, challengerId: null, challengeCount: 0 },
    room: null,
    scatter: newTrackerChiSquare(),
    still: null,
  };
}
