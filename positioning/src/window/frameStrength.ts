import type { RssiWindow } from "./rssiWindow.ts";
import { WINDOW } from "./windowConstants.ts";

/** Packets are classed by the power they state, whole dBm at 1 m; this class states none. */
export const unstated = 0;

/** One class of a tag's packets. */
interface FrameClass {
  stated: number;
  /** How far above the reference they are heard, dB, and its variance, dB²; at first by what both state. */
  aboveDb: number;
  varianceDb2: number;
  isLearned: boolean;
}

/** The frames of a tag that sends several; the first class, which states the highest power, is the reference. */
export interface FrameStrengths {
  classes: FrameClass[];
  /** By how much packets of each class are raised to match the reference, dB, at the index of the class + 128. */
  shiftsDb: Int8Array;
  learnedMs: number;
}

const kinds = 256;
const noShifts = new Int8Array(kinds);

export function newFrameStrengths(): FrameStrengths {
  return { classes: [], shiftsDb: new Int8Array(kinds), learnedMs: -Infinity };
}

/** The class of a packet by the power it states, dBm; null: it states none. */
export function frameOf(statedPowerDbm: number | null): number {
  return statedPowerDbm === null ? unstated : Math.round(statedPowerDbm);
}

/** By how much packets of a window are raised, dB, at the index of their class + 128. A gateway's own averages mix all. */
export function shiftsFor(window: RssiWindow, frames: FrameStrengths | null): Int8Array {
  return frames === null || isAveraged(window) ? noShifts : frames.shiftsDb;
}

/**
 * The power at 1 m that a tag states, dBm; null: it states none. Of several frames it is that of the reference, to which
 * levels are raised, and of gateways' averages the highest, since their settings may differ.
 */
export function statedPower(tag: {
  /** The class of one of its packets; null: none has come yet. */
  stated: number | null;
  frames: FrameStrengths | null;
  averagedPowerDbm: number | null;
}): number | null {
  const stated = tag.frames?.classes[0]?.stated ?? tag.stated;
  return stated === null || stated === unstated ? tag.averagedPowerDbm : stated;
}

/** Scratch space of the module, by class + 128: the evidence on each in natural form, and one gateway's span of time. */
const evidence = { precision: new Float64Array(kinds), weighted: new Float64Array(kinds) };
const span = { packets: new Int32Array(kinds), sumDbm: new Float64Array(kinds) };

/**
 * Learns by how much a tag's frames differ, from gateways that heard several of them within seconds: the posterior of a
 * Gaussian difference whose prior is what the frames state.
 * @param faintestDbm the weakest packet that was heard at the site
 */
export function learnFrames(
  frames: FrameStrengths,
  windows: ReadonlyMap<string, RssiWindow>,
  nowMs: number,
  faintestDbm: number,
): void {
  const sinceMs = nowMs - frames.learnedMs;
  if (sinceMs >= 0 && sinceMs < WINDOW.frameSpanMs) return;
  frames.learnedMs = nowMs;
  updateClasses(frames, windows);
  evidence.precision.fill(0);
  evidence.weighted.fill(0);
  for (const window of windows.values()) if (!isAveraged(window)) compareWithin(window, frames.classes, faintestDbm);
  frames.shiftsDb.fill(0);
  for (const one of frames.classes) frames.shiftsDb[one.stated + 128] = updateShift(one);
}

function isAveraged({ smoothed, holdsMeans }: RssiWindow): boolean {
  return smoothed || holdsMeans;
}

/** Takes in the classes heard lately. Those that others' levels were raised to stay, others go when they are not heard. */
function updateClasses(frames: FrameStrengths, windows: ReadonlyMap<string, RssiWindow>): void {
  const received = new Set<number>();
  for (const window of windows.values()) {
    const { atMs, count, stated } = window;
    const sinceMs = atMs[count - 1]! - WINDOW.oldestMs;
    if (!isAveraged(window)) for (let i = count - 1; i >= 0 && atMs[i]! > sinceMs; i--) received.add(stated[i]!);
  }
  const known = frames.classes;
  if (known.some(({ isLearned }) => isLearned)) for (const { stated } of known) received.add(stated);
  const rankOf = (stated: number): number => (stated === unstated ? -128 : stated);
  const chosen = [...received].toSorted((a, b) => rankOf(b) - rankOf(a));
  const reference = chosen[0] ?? unstated;
  const isKept = known[0]?.stated === reference;
  frames.classes = chosen.map((stated) => {
    const aboveDb = stated === unstated || reference === unstated ? 0 : stated - reference;
    const before = isKept ? known.find((one) => one.stated === stated) : undefined;
    return before ?? { stated, aboveDb, varianceDb2: WINDOW.frameStatedDb2, isLearned: false };
  });
}

/** Adds what one gateway heard of the reference and of others within the same spans. */
function compareWithin(
  { atMs, rssi, stated, count }: RssiWindow,
  classes: readonly FrameClass[],
  faintestDbm: number,
): void {
  let nth = Number.NaN;
  for (let i = 0; i <= count; i++) {
    const now = i < count ? Math.floor(atMs[i]! / WINDOW.frameSpanMs) : Number.NaN;
    if (now !== nth && i > 0) endSpan(classes, faintestDbm);
    if (i === count) return;
    nth = now;
    span.packets[stated[i]! + 128]!++;
    span.sumDbm[stated[i]! + 128]! += rssi[i]!;
  }
}

function endSpan(classes: readonly FrameClass[], faintestDbm: number): void {
  const { packets, sumDbm } = span;
  const reference = (classes[0]?.stated ?? unstated) + 128;
  const referenceDbm = sumDbm[reference]! / packets[reference]!;
  for (const { stated, aboveDb, isLearned } of classes) {
    const at = stated + 128;
    if (at === reference || packets[at] === 0 || packets[reference] === 0) continue;
    const meanDbm = sumDbm[at]! / packets[at]!;
    // Near the faintest packet the weaker frame is heard by chance only.
    const clearDb = WINDOW.frameClearDb + (isLearned ? Math.abs(aboveDb) : 0);
    if (Math.max(meanDbm, referenceDbm) < faintestDbm + clearDb) continue;
    const packetDb2 = WINDOW.packetSdDb ** 2 * (1 / packets[at]! + 1 / packets[reference]!);
    const precision = 1 / (packetDb2 + WINDOW.frameWalkDb2);
    evidence.precision[at]! += precision;
    evidence.weighted[at]! += precision * (meanDbm - referenceDbm);
  }
  packets.fill(0);
  sumDbm.fill(0);
}

/** Updates how far a class is above the reference; returns by how much to raise it: the certain part of that, dB. */
function updateShift(one: FrameClass): number {
  const precision = evidence.precision[one.stated + 128]!;
  if (precision > 0) {
    const before = 1 / (one.varianceDb2 + WINDOW.frameDriftDb2);
    one.varianceDb2 = 1 / (before + precision);
    one.aboveDb = one.varianceDb2 * (before * one.aboveDb + evidence.weighted[one.stated + 128]!);
    one.isLearned = true;
  }
  if (!one.isLearned) return 0;
  const sureDb = Math.max(0, Math.abs(one.aboveDb) - WINDOW.frameSureSds * Math.sqrt(one.varianceDb2));
  return Math.round(-Math.sign(one.aboveDb) * sureDb);
}
