import type { RoomGuess } from "../model/roomGuess.ts";
import type { SignalState } from "../window/signalState.ts";
import { newTrackerChiSquare, type TrackerChiSquare } from "./trackerChiSquare.ts";
import type { RoomFilter } from "./roomFilter.ts";

/** What is remembered of one tag's fixes. */
export interface FixState {
  /**
   * The floor it is on, how likely each floor was at the last fix, and how much of the full memory that rests on; if
   * there is only one floor, nothing is kept.
   */
  floor: { id: string | null; logLikelihoods: Map<string, number>; weight: number; atMs: number };
  anchor: { id: string | null; challengerId: string | null; challengeCount: number };
  room: { known: boolean; id: string | null; challengerId: string | null; challengeCount: number };
  /** Where on its floor it may be, to name its room; null: the floor has no rooms, or no walls with doors. */
  roomFilter: RoomFilter | null;
  /** How well its last fixes agreed with the path-loss model. */
  scatter: TrackerChiSquare;
  /** The last place it stood still at, and its room, for `ignoreMovingTracker`. */
  still: { x: number; y: number; floor: string; room: RoomGuess | null } | null;
}

/** The same with the signals of which fixes are made. */
export type FixedTracker = FixState & SignalState;

export function newFixState(): FixState {
  return {
    floor: { id: null, logLikelihoods: new Map(), weight: 0, atMs: -Infinity },
    anchor: { id: null, challengerId: null, challengeCount: 0 },
    room: { known: false, id: null, challengerId: null, challengeCount: 0 },
    roomFilter: null,
    scatter: newTrackerChiSquare(),
    still: null,
  };
}
