import { heardIn, levelWindow, UNSTATED } from "./packetFrames.ts";
import { PACKET_SD_DB } from "./packetMean.ts";
import type { RssiWindow } from "./rssiWindow.ts";

/** One kind of a tag's packets: those that state the same power. */
export interface FrameClass {
  /** The power they state (packetFrames.ts). */
  stated: number;
  /** By how much they are heard above those of the reference, as learned, dB, and how unsure that is, dB²; null: nothing was. */
  aboveDb: number | null;
  varianceDb2: number;
  /** By how much they are raised to stand beside those of the reference, whole dB. */
  shiftDb: number;
}

/** What is known of the frames of a tag that sends several; the first class is the reference. */
export interface FrameStrengths {
  classes: FrameClass[];
  learnedMs: number;
}

const MOST_CLASSES = 4;
/** Learning waits for so much news, ms, and where all is well known for so much: walking through windows takes time. */
const LEARN_MS = 2000;
const LEARN_AGAIN_MS = 6000;
/** Packets of two classes are compared within spans so long, ms, in which a walker goes some way, dB². */
const SPAN_MS = 4000;
const GONE_DB2 = 4;
/** How far what frames state of their powers is off, dB². */
const STATED_DB2 = 7 ** 2;
/** What was learned may have changed by so much until more is, dB²; it is well known once it is known to this. */
const CHANGED_DB2 = 1;
const WELL_KNOWN_DB2 = 1;
/** A difference counts as far as it is above so many of its standard deviations; what is stated alone counts for nothing. */
const SURE_SDS = 1.5;
const MOST_DB = 30;
/** Levels are moved by whole dB, and not back and forth. */
const HELD_DB = 0.75;
/** Nearer to the faintest packet than this the weaker frame's is heard only where it happens to be strong, dB. */
const CLEAR_DB = 6;

export function newFrameStrengths(): FrameStrengths {
  return { classes: [], learnedMs: -Infinity };
}

/** By how much packets of a class are raised, dB. */
export function shiftOf({ classes }: FrameStrengths, stated: number): number {
  for (const one of classes) if (one.stated === stated) return one.shiftDb;
  return 0;
}

/**
 * Learns by how much a tag's frames differ, from what gateways heard of several within seconds, and brings the packets of
 * all windows to the strength of the reference. What gateways have averaged already is left as it is.
 * @param faintestDbm the weakest packet that was heard at the site
 */
export function learnFrames(
  frames: FrameStrengths,
  windows: ReadonlyMap<string, RssiWindow>,
  nowMs: number,
  faintestDbm: number,
): void {
  const sinceMs = nowMs - frames.learnedMs;
  if (sinceMs >= 0 && sinceMs < (areKnown(frames) ? LEARN_AGAIN_MS : LEARN_MS)) return;
  frames.learnedMs = nowMs;
  let isNews = chooseClasses(frames, windows);
  const reference = frames.classes[0]!;
  for (const one of frames.classes) {
    const shiftDb = one === reference ? 0 : shiftFor(one, reference, windows, faintestDbm);
    isNews ||= shiftDb !== one.shiftDb;
    one.shiftDb = shiftDb;
  }
  if (!isNews) return;
  for (const window of windows.values())
    if (!isAveraged(window)) levelWindow(window, (stated) => shiftOf(frames, stated));
}

/** Whether it is well known of all classes how they differ from the reference. */
function areKnown({ classes }: FrameStrengths): boolean {
  for (let nth = 1; nth < classes.length; nth++) if (classes[nth]!.varianceDb2 > WELL_KNOWN_DB2) return false;
  return true;
}

/** A gateway's own averages are of all frames alike. */
function isAveraged({ smoothed, holdsMeans }: RssiWindow): boolean {
  return smoothed || holdsMeans;
}

/** Takes in the classes that are heard most; one that is heard no more stays while there is room. Whether there is news. */
function chooseClasses(frames: FrameStrengths, windows: ReadonlyMap<string, RssiWindow>): boolean {
  const known = frames.classes.map(({ stated }) => stated);
  const chosen = [...new Set([...mostHeard(windows), ...known])].slice(0, MOST_CLASSES);
  // What states the most is what the tag is taken for (tagKind.ts), and stays so however often each is heard.
  chosen.sort((a, b) => rankOf(b) - rankOf(a));
  if (chosen.length === known.length && chosen.every((stated, nth) => stated === known[nth])) return false;
  const isKept = chosen[0] === known[0];
  frames.classes = chosen.map((stated) => {
    const before = isKept ? frames.classes.find((one) => one.stated === stated) : undefined;
    return before ?? { stated, aboveDb: null, varianceDb2: Infinity, shiftDb: 0 };
  });
  return true;
}

/** One for the module: how many packets state each power, by that and 128. */
const counts = new Int32Array(256);

function mostHeard(windows: ReadonlyMap<string, RssiWindow>): number[] {
  counts.fill(0);
  for (const window of windows.values()) {
    if (isAveraged(window)) continue;
    const { count, frames, stated } = window;
    if (frames === null) counts[stated + 128]! += count;
    else for (let i = 0; i < count; i++) counts[frames.stated[i]! + 128]!++;
  }
  const heard: number[] = [];
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) heard.push(i - 128);
  if (heard.length > MOST_CLASSES) heard.sort((a, b) => counts[b + 128]! - counts[a + 128]! || rankOf(b) - rankOf(a));
  return heard.slice(0, MOST_CLASSES);
}

function rankOf(stated: number): number {
  return stated === UNSTATED ? -128 : stated;
}

/** Learns how much a class is above the reference; returns by how much it is to be raised, dB. */
function shiftFor(
  one: FrameClass,
  reference: FrameClass,
  windows: ReadonlyMap<string, RssiWindow>,
  faintestDbm: number,
): number {
  const isStated = one.stated !== UNSTATED && reference.stated !== UNSTATED;
  const priorDb = one.aboveDb ?? (isStated ? one.stated - reference.stated : 0);
  const priorDb2 = one.aboveDb === null ? STATED_DB2 : one.varianceDb2 + CHANGED_DB2;
  told.precision = told.weighted = 0;
  const clearDbm = faintestDbm + CLEAR_DB + Math.abs(one.aboveDb ?? 0);
  for (const window of windows.values()) compareWithin(window, one.stated, reference.stated, clearDbm);
  if (told.precision === 0) return one.shiftDb;
  const precision = 1 / priorDb2 + told.precision;
  const aboveDb = Math.max(-MOST_DB, Math.min(MOST_DB, (priorDb / priorDb2 + told.weighted) / precision));
  one.aboveDb = aboveDb;
  one.varianceDb2 = 1 / precision;
  const sureDb = Math.max(0, Math.abs(aboveDb) - SURE_SDS / Math.sqrt(precision));
  const raisedDb = -Math.sign(aboveDb) * sureDb;
  return Math.abs(raisedDb - one.shiftDb) < HELD_DB ? one.shiftDb : Math.round(raisedDb);
}

/** One for the module: what gateways say of two classes, in natural form, and of one gateway a span of both. */
const told = { precision: 0, weighted: 0 };
const span = { own: 0, ownDbm: 0, others: 0, othersDbm: 0 };

/** Adds what one gateway heard of both classes within the same spans. */
function compareWithin(window: RssiWindow, stated: number, reference: number, clearDbm: number): void {
  const { frames, atMs, count } = window;
  if (frames === null || isAveraged(window)) return;
  const heard = heardIn(window);
  let nth = Number.NaN;
  span.own = span.ownDbm = span.others = span.othersDbm = 0;
  for (let i = 0; i < count; i++) {
    if (nth !== Math.floor(atMs[i]! / SPAN_MS)) endSpan(clearDbm);
    nth = Math.floor(atMs[i]! / SPAN_MS);
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
  const precision = 1 / (PACKET_SD_DB ** 2 * (1 / own + 1 / others) + GONE_DB2);
  told.precision += precision;
  told.weighted += precision * (ownDbm / own - othersDbm / others);
}
