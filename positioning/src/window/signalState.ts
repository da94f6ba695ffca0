import { usable } from "../model/pathLoss.ts";
import { type Direct, isUsable, storeDirect, type MeasuredAngle, type MeasuredRange } from "./directMeasurements.ts";
import { frameOf, type FrameStrengths, newFrameStrengths, unstated } from "./frameStrength.ts";
import { type Motion, newMotion } from "./motionState.ts";
import { type MotionFlag, recordFlag } from "./motionFlag.ts";
import { isPlausibleRssi } from "./packetMean.ts";
import { insertPacket, newRssiWindow, type RssiWindow } from "./rssiWindow.ts";
import { recordUpload } from "./uploads.ts";

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

/** What is remembered of the signals of one tag, and how it moves by them. */
export interface SignalState {
  windows: Map<string, RssiWindow>;
  /** Ranges and angles by gateway, oldest first. */
  direct: Map<string, Direct[]>;
  /** The motion that the tag itself reports. */
  flag: MotionFlag | null;
  motion: Motion;
  /** The highest power at 1 m that gateways state with their averages, dBm; null: none does. */
  averagedPowerDbm: number | null;
  /** The class of one of its packets (frameStrength.ts); null: none has come yet. */
  stated: number | null;
  /** How its frames differ in strength; null: all packets heard state the same. */
  frames: FrameStrengths | null;
}

export function newSignalState(): SignalState {
  return {
    windows: new Map(),
    direct: new Map(),
    flag: null,
    motion: newMotion(),
    averagedPowerDbm: null,
    stated: null,
    frames: null,
  };
}

/**
 * Remembers what a gateway reports. The order of calls does not matter, and what is reported twice counts once; an RSSI
 * outside −127…20 dBm, a time that is not a number and an implausible measurement are ignored. That also applies to
 * tags with several frames: `locate` learns how much those differ from all that was reported until then, and packets
 * from before and after are raised alike. Packets that differ only in the power they state count as two.
 */
export function observe(state: SignalState, observation: Observation): void {
  if ("rssi" in observation) hear(state, observation);
  else if (isUsable(observation)) {
    const kept = state.direct.get(observation.anchorId) ?? [];
    state.direct.set(observation.anchorId, kept);
    storeDirect(kept, observation);
  }
}

function hear(state: SignalState, observation: HeardPacket): void {
  const { anchorId, rssi, atMs } = observation;
  if (!Number.isFinite(atMs) || !isPlausibleRssi(rssi)) return;
  let window = state.windows.get(anchorId);
  if (!window) {
    window = newRssiWindow();
    state.windows.set(anchorId, window);
  }
  const stated = usable(observation.statedPowerDbm, -100, -20);
  if (observation.smoothed || observation.isMean) {
    if (stated !== null) state.averagedPowerDbm = Math.max(state.averagedPowerDbm ?? stated, stated);
    insertPacket(window, atMs, rssi, unstated);
  } else {
    const frame = frameOf(stated);
    recordFrame(state, frame);
    insertPacket(window, atMs, rssi, frame);
  }
  window.smoothed = observation.smoothed ?? false;
  window.holdsMeans = observation.isMean ?? false;
  if (observation.receivedMs !== undefined) recordUpload(window, atMs, observation.receivedMs);
  if (observation.moving !== undefined) state.flag = recordFlag(state.flag, atMs, observation.moving);
}

function recordFrame(state: SignalState, frame: number): void {
  if (state.frames !== null) return;
  state.stated ??= frame;
  if (state.stated !== frame) state.frames = newFrameStrengths();
}
