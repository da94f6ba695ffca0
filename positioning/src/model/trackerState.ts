import { newDisplayFilter, type DisplayFilter } from "../smooth/displayFilter.ts";
import type { LastShown } from "../smooth/keepPace.ts";
import { type Direct, isUsable, keepDirect, type MeasuredAngle, type MeasuredRange } from "../window/direct.ts";
import { type Motion, newMotion } from "../window/knownMotion.ts";
import { noteFlag, type MotionFlag } from "../window/motionFlag.ts";
import { newTrail, type Trail } from "../window/trail.ts";
import { type FrameStrengths, newFrameStrengths, shiftOf } from "../window/frameStrength.ts";
import { frameOf } from "../window/packetFrames.ts";
import { isHeard } from "../window/packetMean.ts";
import { noteUpload } from "../window/uploads.ts";
import { usable } from "./pathLoss.ts";
import { newTagOffset, type TagOffset } from "../learn/tagOffset.ts";
import { newOwnScatter, type OwnScatter } from "../fix/ownScatter.ts";
import type { RoomBelief } from "../fix/roomBelief.ts";
import type { RoomGuess } from "./roomGuess.ts";
import { insertPacket, newRssiWindow, type RssiWindow } from "../window/rssiWindow.ts";

/** One packet of a tag as one gateway heard it. `atMs` is when it was heard by the caller's clock. */
export interface HeardPacket {
  anchorId: string;
  rssi: number;
  atMs: number;
  /** When the gateway handed it over; left out: as soon as it was heard. */
  receivedMs?: number;
  /** RSSI at 1 m as the advert states it, dBm. */
  statedPowerDbm?: number;
  /** The gateway has averaged the strength already (ESPresense). */
  smoothed?: boolean;
  /** It is one of several packets of which only the mean was kept, and carries that mean. */
  isMean?: boolean;
  /** The tag's own motion flag, where it sends one. */
  moving?: boolean;
}

/** What a gateway reports about a tag: its strength, its distance or its direction. */
export type Observation = HeardPacket | MeasuredRange | MeasuredAngle;

/** What is remembered of one tag between two fixes. Owned by one caller; `observe` and `locate` write to it. */
export interface TrackerState {
  windows: Map<string, RssiWindow>;
  /** Ranges and angles by gateway, oldest first. */
  direct: Map<string, Direct[]>;
  /** The motion that the tag itself reports. */
  flag: MotionFlag | null;
  motion: Motion;
  /** Where it seemed to be lately. */
  trail: Trail;
  /**
   * The floor it is on, how likely each floor was at the last fix, and how much of the full memory that rests on; if
   * there is only one floor, nothing is kept.
   */
  floor: { id: string | null; beliefs: Map<string, number>; weight: number; atMs: number };
  anchor: { id: string | null; challengerId: string | null; challengeCount: number };
  room: { known: boolean; id: string | null; challengerId: string | null; challengeCount: number };
  /** Where on its floor it may be, to name its room; null: the floor has no rooms, or no walls with doors. */
  belief: RoomBelief | null;
  filter: DisplayFilter;
  /** The floor the filter is on; a change of floor starts it anew. */
  filteredFloor: string | null;
  /** When the filter last took a place, ms. */
  filteredMs: number;
  /** Where it was last shown; null: not yet. */
  shown: LastShown | null;
  /** The tag's own strength relative to the site's usual tag, dB. */
  offset: TagOffset;
  /** How well its last fixes agreed with the law. */
  scatter: OwnScatter;
  /** The tag's make, as the site's survey names makes; null: not known, taken for a surveyed one. */
  model: string | null;
  /** The highest power at 1 m that gateways state with their averages, dBm; null: none does. */
  averagedPowerDbm: number | null;
  /** The class of one of its packets (packetFrames.ts); null: none has come yet. */
  stated: number | null;
  /** How its frames differ in strength; null: all packets heard state the same. */
  frames: FrameStrengths | null;
  /** The last place it stood still at, and its room, for `ignoreMovingTracker`. */
  still: { x: number; y: number; floor: string; room: RoomGuess | null } | null;
  lastLocateMs: number;
  /** When a fix of it last noted which gateways missed its packets (learn/missedPackets.ts), ms. */
  toldOfMissedMs: number;
}

/** A tag not heard yet; `tagOffsetDb` is the strength that an earlier run learned. */
export function newTrackerState(seed?: { tagOffsetDb?: number; model?: string }): TrackerState {
  return {
    windows: new Map(),
    direct: new Map(),
    flag: null,
    motion: newMotion(),
    trail: newTrail(),
    floor: { id: null, beliefs: new Map(), weight: 0, atMs: -Infinity },
    anchor: { id: null, challengerId: null, challengeCount: 0 },
    room: { known: false, id: null, challengerId: null, challengeCount: 0 },
    belief: null,
    filter: newDisplayFilter(),
    filteredFloor: null,
    filteredMs: -Infinity,
    shown: null,
    offset: newTagOffset(seed?.tagOffsetDb),
    scatter: newOwnScatter(),
    model: seed?.model ?? null,
    averagedPowerDbm: null,
    stated: null,
    frames: null,
    still: null,
    lastLocateMs: -Infinity,
    toldOfMissedMs: -Infinity,
  };
}

/**
 * Remembers what a gateway reports. The order of calls does not matter, and what is reported twice counts once; an RSSI
 * outside −127…20 dBm, a time that is not a number and an implausible measurement are ignored. That also applies to
 * tags with several frames: `locate` learns how much those differ from all that was reported until then, and packets
 * from before and after are raised alike. Packets that differ only in the power they state count as two.
 */
export function observe(state: TrackerState, observation: Observation): void {
  if ("rssi" in observation) hear(state, observation);
  else if (isUsable(observation)) {
    const kept = state.direct.get(observation.anchorId) ?? [];
    state.direct.set(observation.anchorId, kept);
    keepDirect(kept, observation);
  }
}

function hear(state: TrackerState, observation: HeardPacket): void {
  const { anchorId, rssi, atMs } = observation;
  if (!Number.isFinite(atMs) || !isHeard(rssi)) return;
  let window = state.windows.get(anchorId);
  if (!window) {
    window = newRssiWindow();
    state.windows.set(anchorId, window);
  }
  const stated = usable(observation.statedPowerDbm, -100, -20);
  if (observation.smoothed || observation.isMean) {
    if (stated !== null) state.averagedPowerDbm = Math.max(state.averagedPowerDbm ?? stated, stated);
    insertPacket(window, atMs, rssi);
  } else {
    const frame = frameOf(stated);
    noteFrame(state, frame);
    insertPacket(window, atMs, rssi, frame, state.frames === null ? 0 : shiftOf(state.frames, frame));
  }
  window.smoothed = observation.smoothed ?? false;
  window.holdsMeans = observation.isMean ?? false;
  if (observation.receivedMs !== undefined) noteUpload(window, atMs, observation.receivedMs);
  if (observation.moving !== undefined) state.flag = noteFlag(state.flag, atMs, observation.moving);
}

function noteFrame(state: TrackerState, frame: number): void {
  if (state.frames !== null) return;
  state.stated ??= frame;
  if (state.stated !== frame) state.frames = newFrameStrengths();
}
