import { measuredRssi, levelWindow, unstated } from "./packetFrames.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import { WINDOW } from "./windowConstants.ts";

/** One kind of a tag's packets: those that state the same power. */
export interface FrameClass {
  /** The power they state (packetFrames.ts). */
  stated: number;
  /** How far above the reference they are heard, as learned, dB, and its variance, dB²; null: not learned. */
  aboveDb: number | null;
  varianceDb2: number;
  /** By how much they are raised to match the reference, whole dB. */
  shiftDb: number;
}

/** The frames of a tag that sends several; the first class is the reference. */
export interface FrameStrengths {
  classes: FrameClass[];
  learnedMs: number;
}

export function newFrameStrengths(): FrameStrengths {
  return { classes: [], learnedMs: -Infinity };
}

/** By how much packets of a class are raised, dB. */
export function shiftOf({ classes }: FrameStrengths, stated: number): number {
  for (const one of classes) if (one.stated === stated) return one.shiftDb;
  return 0;
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

/**
 * Learns by how much a tag's frames differ, from gateways that heard several of them within seconds, and brings the
 * packets of all windows to the strength of the reference. What gateways have averaged by themselves stays as it is.
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
  let isChanged = chooseClasses(frames, windows);
  const reference = frames.classes[0]!;
  for (const one of frames.classes) {
    const shiftDb = one === reference ? 0 : shiftFor(one, reference, windows, faintestDbm);
    isChanged ||= shiftDb !== one.shiftDb;
    one.shiftDb = shiftDb;
  }
  if (!isChanged) return;
  for (const window of windows.values())
    if (!isAveraged(window)) levelWindow(window, (stated) => shiftOf(frames, stated));
}

/** A gateway's own averages mix all frames. */
function isAveraged({ smoothed, holdsMeans }: RssiWindow): boolean {
  return smoothed || holdsMeans;
}

/** Takes in the classes heard most; one no longer heard stays while there is room. Returns whether anything changed. */
function chooseClasses(frames: FrameStrengths, windows: ReadonlyMap<string, RssiWindow>): boolean {
  const known = frames.classes.map(({ stated }) => stated);
  const heard = maxPackets(windows);
  // With no level raised to it, a reference that is no longer heard says nothing: the tag may have been set to less.
  const isAlone = frames.classes.every(({ aboveDb }) => aboveDb === null);
  const kept = isAlone && heard.length > 0 ? known.filter((stated) => heard.includes(stated)) : known;
  const chosen = [...new Set([...heard, ...kept])].slice(0, WINDOW.maxFrames);
  // The tag is classed by the highest power it states (tagModelPrior.ts), however often each class is heard.
  chosen.sort((a, b) => rankOf(b) - rankOf(a));
  if (chosen.length === known.length && chosen.every((stated, nth) => stated === known[nth])) return false;
  const isKept = chosen[0] === known[0];
  frames.classes = chosen.map((stated) => {
    const before = isKept ? frames.classes.find((one) => one.stated === stated) : undefined;
    return before ?? { stated, aboveDb: null, varianceDb2: Infinity, shiftDb: 0 };
  });
  return true;
}

/** Scratch space of the module: how many packets state each power, at index power + 128. */
const counts = new Int32Array(256);

function maxPackets(windows: ReadonlyMap<string, RssiWindow>): number[] {
  counts.fill(0);
  for (const window of windows.values()) {
    if (isAveraged(window)) continue;
    const { atMs, count, frames, stated } = window;
    if (frames === null) counts[stated + 128]! += count;
    else {
      const sinceMs = atMs[count - 1]! - WINDOW.frameActiveMs;
      for (let i = count - 1; i >= 0 && atMs[i]! > sinceMs; i--) counts[frames.stated[i]! + 128]!++;
    }
  }
  const heard: number[] = [];
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) heard.push(i - 128);
  if (heard.length > WINDOW.maxFrames)
    heard.sort((a, b) => counts[b + 128]! - counts[a + 128]! || rankOf(b) - rankOf(a));
  return heard.slice(0, WINDOW.maxFrames);
}

function rankOf(stated: number): number {
  return stated === unstated ? -128 : stated;
}

/** Learns how far a class is above the reference; returns by how much to raise it, dB. */
function shiftFor(
  one: FrameClass,
  reference: FrameClass,
  windows: ReadonlyMap<string, RssiWindow>,
  faintestDbm: number,
): number {
  const isStated = one.stated !== unstated && reference.stated !== unstated;
  const priorDb = one.aboveDb ?? (isStated ? one.stated - reference.stated : 0);
  const priorDb2 = one.aboveDb === null ? WINDOW.frameStatedDb2 : one.varianceDb2 + WINDOW.frameDriftDb2;
  told.precision = told.weighted = 0;
  const clearDbm = faintestDbm + WINDOW.frameClearDb + Math.abs(one.aboveDb ?? 0);
  for (const window of windows.values()) compareWithin(window, one.stated, reference.stated, clearDbm);
  if (told.precision === 0) return one.shiftDb;
  const precision = 1 / priorDb2 + told.precision;
  const aboveDb = Math.max(
    -WINDOW.maxFrameDb,
    Math.min(WINDOW.maxFrameDb, (priorDb / priorDb2 + told.weighted) / precision),
  );
  one.aboveDb = aboveDb;
  one.varianceDb2 = 1 / precision;
  const sureDb = Math.max(0, Math.abs(aboveDb) - WINDOW.frameSureSds / Math.sqrt(precision));
  const raisedDb = -Math.sign(aboveDb) * sureDb;
  return Math.abs(raisedDb - one.shiftDb) < WINDOW.minFrameStepDb ? one.shiftDb : Math.round(raisedDb);
}

/** Scratch space of the module: the evidence on two classes, in natural form, and one gateway's span of both. */
const told = { precision: 0, weighted: 0 };
const span = { own: 0, ownDbm: 0, others: 0, othersDbm: 0 };

/** Adds what one gateway heard of both classes within the same spans. */
function compareWithin(window: RssiWindow, stated: number, reference: number, clearDbm: number): void {
  const { frames, atMs, count } = window;
  if (frames === null || isAveraged(window)) return;
  const heard = measuredRssi(window);
  let nth = Number.NaN;
  span.own = span.ownDbm = span.others = span.othersDbm = 0;
  for (let i = 0; i < count; i++) {
    if (nth !== Math.floor(atMs[i]! / WINDOW.frameSpanMs)) endSpan(clearDbm);
    nth = Math.floor(atMs[i]! / WINDOW.frameSpanMs);
    if (frames.stated[i] === stated) {
      span.own++;
      span.ownDbm += heard[i]!;
    } else if (frames.stated[i] === reference) {
      span.others++;
      span.othersDbm += heard[i]!;
    }
  }
  endSpan(clearDbm);
}

function endSpan(clearDbm: number): void {
  const { own, ownDbm, others, othersDbm } = span;
  span.own = span.ownDbm = span.others = span.othersDbm = 0;
  if (own === 0 || others === 0 || Math.max(ownDbm / own, othersDbm / others) < clearDbm) return;
  const precision = 1 / (WINDOW.packetSdDb ** 2 * (1 / own + 1 / others) + WINDOW.frameWalkDb2);
  told.precision += precision;
  told.weighted += precision * (ownDbm / own - othersDbm / others);
}
