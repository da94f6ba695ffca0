import { type FixState, newFixState } from "../fix/fixState.ts";
import { newTagLearning, type TagLearning } from "../learn/tagLearning.ts";
import { type DisplayState, newDisplayState } from "../smooth/displayState.ts";
import { newSignalState, type SignalState } from "../window/signalState.ts";

/** What is remembered of one tag between two fixes. Owned by one caller; `observe` and `locate` write to it. */
export interface TrackerState extends SignalState, FixState, DisplayState, TagLearning {
  lastLocateMs: number;
}

/** A tag not heard yet; `tagOffsetDb` is the strength that an earlier run learned. */
export function newTrackerState(seed?: { tagOffsetDb?: number; model?: string }): TrackerState {
  return {
    ...newSignalState(),
    ...newFixState(),
    ...newDisplayState(),
    ...newTagLearning(seed),
    lastLocateMs: -Infinity,
  };
}
