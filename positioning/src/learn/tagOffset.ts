import { newOffsetPrior, type OffsetPrior, type TagModelPrior } from "../cost/offsetPrior.ts";
import type { ModelShift } from "./modelShifts.ts";
import { mixChanged, newTagChange, updateTagChange, type TagChange } from "./tagChange.ts";
import type { Strength } from "./strengthAlone.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * What has been learned about one tag's own strength relative to the site's usual tag, as a Gaussian in natural form:
 * its precision (dB⁻²) and precision × mean (dB⁻¹). Separate from the site's prior, which a calibration may replace.
 */
export interface TagOffset {
  precision: number;
  precisionMean: number;
  /** The model's calibration under which it was learned: another path-loss model means another offset. */
  version: number;
  /** When and where it last learned. */
  learnedMs: number;
  x: number;
  y: number;
  /** The hypothesis that it is no longer what it was, and how likely that is. */
  change: TagChange;
  /** It has changed, and so need no longer be of its kind. */
  hasChanged: boolean;
}

export function newTagOffset(seedDb?: number): TagOffset {
  const seeded = typeof seedDb === "number" && Math.abs(seedDb) <= 40;
  // A stored offset was learned at other places.
  const precision = seeded ? 1 / LEARN.sameModelSdDb ** 2 : 0;
  const precisionMean = seeded ? seedDb * precision : 0;
  return {
    precision,
    precisionMean,
    version: -1,
    learnedMs: -Infinity,
    x: 0,
    y: 0,
    change: newTagChange(),
    hasChanged: false,
  };
}

/**
 * The offset to expect: that of tags of its kind, and what was learned about this one, which also reveals a tag of
 * another kind.
 */
export function offsetPrior(
  offset: TagOffset,
  kind: TagModelPrior,
  version: number,
  out: OffsetPrior,
  shift: ModelShift | null = null,
): OffsetPrior {
  if (offset.version !== version) {
    // A seed is valid for whatever path-loss model the site has when it is first used.
    if (offset.version !== -1) carry(offset, shift?.from === offset.version ? shift.shiftDb : null);
    offset.version = version;
  }
  unmixed(offset, kind, out);
  mixChanged(offset.change, out);
  return out;
}

/** The same if it is certain that it has not changed. */
function unmixed(offset: TagOffset, kind: TagModelPrior, out: OffsetPrior): OffsetPrior {
  const isMixed = kind.unknownModelShare > 0;
  const isOfAnyKind = isMixed || offset.hasChanged;
  const sdDb = isOfAnyKind ? Math.max(kind.unknownModelSdDb, MODEL.tagOffsetSdDb) : kind.sdDb;
  const precision = 1 / sdDb ** 2 + offset.precision;
  out.meanDb = ((isMixed ? 0 : kind.meanDb / sdDb ** 2) + offset.precisionMean) / precision;
  out.varianceDb2 = Math.max(1 / precision, Math.min(sdDb, LEARN.bestStrengthSdDb) ** 2);
  out.knownModelShare = 0;
  if (isMixed) addKnownModel(offset, kind, out);
  return out;
}

/**
 * Converts what was learned under the path-loss model before to the new one, less certainly; null: the shift is not
 * known.
 */
function carry(offset: TagOffset, shiftDb: number | null): void {
  offset.change = newTagChange();
  if (shiftDb === null || !(offset.precision > 0)) {
    keepShare(offset, 0);
    return;
  }
  const meanDb = offset.precisionMean / offset.precision - shiftDb;
  offset.precision = 1 / (1 / offset.precision + LEARN.sameModelSdDb ** 2);
  offset.precisionMean = meanDb * offset.precision;
}

function addKnownModel({ precision, precisionMean }: TagOffset, kind: TagModelPrior, out: OffsetPrior): void {
  const own = 1 / kind.sdDb ** 2 + precision;
  out.knownModelMeanDb = (kind.meanDb / kind.sdDb ** 2 + precisionMean) / own;
  out.knownModelVarianceDb2 = Math.max(1 / own, Math.min(kind.sdDb, LEARN.bestStrengthSdDb) ** 2);
  out.knownModelShare = 1 - kind.unknownModelShare;
  if (!(precision > 0)) return;
  // How well each kind predicted what was learned.
  const learnedDb = precisionMean / precision;
  const knownModel = out.knownModelShare * likelihood(learnedDb - kind.meanDb, kind.sdDb ** 2 + 1 / precision);
  const unknownModel = kind.unknownModelShare * likelihood(learnedDb, kind.unknownModelSdDb ** 2 + 1 / precision);
  out.knownModelShare = Math.max(
    LEARN.minModelShare,
    Math.min(1 - LEARN.minModelShare, knownModel / (knownModel + unknownModel)),
  );
}

function likelihood(off: number, variance: number): number {
  return Math.exp((-off * off) / (2 * variance)) / Math.sqrt(variance);
}

/** Whether what is heard at `nowMs` may be news about the tag's strength. */
export function isLearningDue({ learnedMs }: TagOffset, nowMs: number, stoodSinceMs: number): boolean {
  return stoodSinceMs > learnedMs && (nowMs - learnedMs >= LEARN.strengthApartMs || nowMs < learnedMs);
}

/** Whether that is another place than the one at which the strength was learned last. */
export function isNewPlace(offset: TagOffset, at: { x: number; y: number }): boolean {
  return offset.learnedMs === -Infinity || Math.hypot(at.x - offset.x, at.y - offset.y) > LEARN.elsewhereM;
}

/**
 * Learns the tag's strength from a window, at most once a window (`isLearningDue`) and once a place (`isNewPlace`). If
 * places contradict what was known, that is forgotten.
 */
export function learnOffset(
  offset: TagOffset,
  kind: TagModelPrior,
  heard: Strength | null,
  at: { x: number; y: number },
  nowMs: number,
): void {
  if (!isNewPlace(offset, at)) return;
  age(offset, offset.learnedMs === -Infinity ? 0 : nowMs - offset.learnedMs);
  offset.learnedMs = nowMs;
  offset.x = at.x;
  offset.y = at.y;
  if (!heard) return;
  const { meanDb } = heard;
  const varianceDb2 = heard.varianceDb2 / LEARN.newsShare;
  if (updateTagChange(offset.change, unmixed(offset, kind, known), { meanDb, varianceDb2 })) setMoving(offset);
  else {
    offset.precision += 1 / varianceDb2;
    offset.precisionMean += meanDb / varianceDb2;
  }
  const max = 1 / LEARN.bestStrengthSdDb ** 2;
  if (offset.precision > max) keepShare(offset, max / offset.precision);
}

/** Scratch space of the module, since a fix is computed in one go. */
const known = newOffsetPrior();

function age(offset: TagOffset, sinceMs: number): void {
  const hours = Math.max(0, sinceMs) / 3_600_000;
  keepShare(offset, 1 / (1 + offset.precision * LEARN.strengthDriftDb2 * hours));
}

/** From now on only its strength since the change is known. */
function setMoving(offset: TagOffset): void {
  offset.precision = offset.change.precision;
  offset.precisionMean = offset.change.precisionMean;
  offset.change = newTagChange();
  offset.hasChanged = true;
}

function keepShare(offset: TagOffset, share: number): void {
  offset.precision *= share;
  offset.precisionMean *= share;
}

/** What is known about the tag so far, to be stored and given to `newTrackerState` again; null: nothing was learned. */
export function learnedOffset(offset: TagOffset): { meanDb: number; sdDb: number } | null {
  if (!(offset.precision > 0)) return null;
  return { meanDb: offset.precisionMean / offset.precision, sdDb: Math.sqrt(1 / offset.precision) };
}

/** The offset of a tracker model from those of its trackers, dB: what a new one starts with. Null: there are none. */
export function modelOffsetDb(trackers: readonly { meanDb: number; sdDb: number }[]): number | null {
  let weights = 0;
  let sum = 0;
  for (const { meanDb, sdDb } of trackers) {
    const weight = 1 / (sdDb ** 2 + LEARN.sameModelSdDb ** 2);
    if (!Number.isFinite(weight * meanDb)) continue;
    weights += weight;
    sum += weight * meanDb;
  }
  return weights > 0 ? sum / weights : null;
}
