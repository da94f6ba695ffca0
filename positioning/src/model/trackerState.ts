import { newDisplayFilter, type DisplayFilter } from "../smooth/displayFilter.ts";
import { newTagOffset, type TagOffset } from "../learn/tagOffset.ts";
import { insertPacket, newRssiWindow, type RssiWindow } from "../window/rssiWindow.ts";

/** One packet of a tag as one gateway heard it. `atMs` is when it was heard by the caller's clock. */
export interface Observation {
  anchorId: string;
  rssi: number;
  atMs: number;
  /** The tag's own motion flag, where it sends one. */
  moving?: boolean;
}

/** What is remembered of one tag between two fixes. Owned by one caller; `observe` and `locate` write to it. */
export interface TrackerState {
  windows: Map<string, RssiWindow>;
  /** The tag's own motion flag and when it was sent. */
  flag: { moving: boolean; atMs: number } | null;
  motion: { moving: boolean; known: boolean; sinceMs: number; calmSinceMs: number | null };
  floor: { id: string | null; challengerId: string | null; challengeCount: number; challengeSinceMs: number };
  anchor: { id: string | null; challengerId: string | null; challengeCount: number };
  filter: DisplayFilter;
  /** The floor the filter is on; a change of floor starts it anew. */
  filteredFloor: string | null;
  /** What is known of the tag's own strength against the site's usual tag, dB. */
  offset: TagOffset;
  /** The tag's make, as the site's survey names makes; null: not known, taken for a surveyed one. */
  model: string | null;
  /** The last place it stood still at, for `ignoreMovingTracker`. */
  still: { x: number; y: number; floor: string } | null;
  lastLocateMs: number;
}

/** A tag of which nothing has been heard; `tagOffsetDb` is what an earlier run learned of its strength. */
export function newTrackerState(seed?: { tagOffsetDb?: number; model?: string }): TrackerState {
  return {
    windows: new Map(),
    flag: null,
    motion: { moving: false, known: false, sinceMs: -Infinity, calmSinceMs: null },
    floor: { id: null, challengerId: null, challengeCount: 0, challengeSinceMs: 0 },
    anchor: { id: null, challengerId: null, challengeCount: 0 },
    filter: newDisplayFilter(),
    filteredFloor: null,
    offset: newTagOffset(seed?.tagOffsetDb),
    model: seed?.model ?? null,
    still: null,
    lastLocateMs: -Infinity,
  };
}

/**
 * Remembers a packet. The order of calls does not matter and a packet told twice counts once; an RSSI outside
 * −127…20 dBm or a time that is not a number is ignored.
 */
export function observe(state: TrackerState, observation: Observation): void {
  const { anchorId, rssi, atMs } = observation;
  if (!Number.isFinite(atMs) || !(rssi >= -127 && rssi <= 20)) return;
  let window = state.windows.get(anchorId);
  if (!window) {
    window = newRssiWindow();
    state.windows.set(anchorId, window);
  }
  insertPacket(window, atMs, rssi);
  if (observation.moving === undefined) return;
  const { flag } = state;
  // Of two flags of one moment the moving one holds, so that the order of their coming does not matter.
  if (!flag || atMs > flag.atMs) state.flag = { moving: observation.moving, atMs };
  else if (atMs === flag.atMs && observation.moving) flag.moving = true;
}
