import type { OffsetPrior, TagModelPrior } from "../cost/offsetPrior.ts";
import type { ModelShift } from "./modelShifts.ts";
import type { Strength } from "./strengthAlone.ts";
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
}

export function newTagOffset(seedDb: number = Number.NaN): TagOffset {
  // A stored offset was learned at other places.
  const precision = Math.abs(seedDb) <= 2 * LEARN.maxTagDb ? 1 / LEARN.sameModelSdDb ** 2 : 0;
  return { precision, precisionMean: precision && seedDb * precision, version: -1, learnedMs: -Infinity, x: 0, y: 0 };
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
  const { unknownModelShare, unknownModelSdDb } = kind;
  const own = updated(kind.meanDb, kind.sdDb ** 2, offset);
  const any = updated(0, unknownModelSdDb ** 2, offset);
  const { meanDb, varianceDb2 } = unknownModelShare > 0 ? any : own;
  out.meanDb = meanDb;
  out.varianceDb2 = varianceDb2;
  out.knownModelMeanDb = own.meanDb;
  out.knownModelVarianceDb2 = own.varianceDb2;
  out.knownModelShare = unknownModelShare > 0 ? knownModelShare(offset, kind) : 0;
  return out;
}

/** A Gaussian prior times what was learned. */
function updated(meanDb: number, varianceDb2: number, { precision, precisionMean }: TagOffset): Strength {
  const total = 1 / varianceDb2 + precision;
  return { meanDb: (meanDb / varianceDb2 + precisionMean) / total, varianceDb2: 1 / total };
}

/** How likely the tag is one of its kind, by how well either kind predicts what was learned. */
function knownModelShare({ precision, precisionMean }: TagOffset, kind: TagModelPrior): number {
  if (!(precision > 0)) return 1 - kind.unknownModelShare;
  const learnedDb = precisionMean / precision;
  const known = (1 - kind.unknownModelShare) * density(learnedDb - kind.meanDb, kind.sdDb ** 2 + 1 / precision);
  const unknown = kind.unknownModelShare * density(learnedDb, kind.unknownModelSdDb ** 2 + 1 / precision);
  // Neither is ever ruled out.
  return Math.min(0.999, Math.max(0.001, known / (known + unknown)));
}

/** Of a Gaussian, up to a constant factor. */
function density(off: number, variance: number): number {
  return Math.exp((-off * off) / (2 * variance)) / Math.sqrt(variance);
}

/**
 * Converts what was learned under the path-loss model before to the new one, less certainly; null: the shift is not
 * known.
 */
function carry(offset: TagOffset, shiftDb: number | null): void {
  const learned = learnedOffset(offset);
  offset.precision = learned && shiftDb !== null ? 1 / (learned.sdDb ** 2 + LEARN.sameModelSdDb ** 2) : 0;
  offset.precisionMean = learned && shiftDb !== null ? (learned.meanDb - shiftDb) * offset.precision : 0;
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
 * Learns the tag's strength from a window, at most once a window (`isLearningDue`) and once a place (`isNewPlace`): a
 * Kalman filter of a constant. What is too far off to be chance is a change (metal, a new battery): what was known
 * before then counts only as far as it is uncertain by that much (Bar-Shalom, Li & Kirubarajan, 11.2).
 */
export function learnOffset(
  offset: TagOffset,
  heard: Strength | null,
  at: { x: number; y: number },
  nowMs: number,
): void {
  if (!isNewPlace(offset, at)) return;
  offset.learnedMs = nowMs;
  offset.x = at.x;
  offset.y = at.y;
  if (!heard) return;
  const varianceDb2 = heard.varianceDb2 / LEARN.newsShare;
  const known = learnedOffset(offset);
  if (known) {
    const square = (heard.meanDb - known.meanDb) ** 2;
    const isChange = square > LEARN.changeSds ** 2 * (known.sdDb ** 2 + varianceDb2);
    const sd2 = isChange ? square - varianceDb2 : Math.max(known.sdDb, LEARN.bestStrengthSdDb) ** 2;
    offset.precision = 1 / sd2;
    offset.precisionMean = known.meanDb / sd2;
  }
  offset.precision += 1 / varianceDb2;
  offset.precisionMean += heard.meanDb / varianceDb2;
}

/** What is known about the tag so far, to be stored and given to `newTrackerState` again; null: nothing was learned. */
export function learnedOffset({ precision, precisionMean }: TagOffset): { meanDb: number; sdDb: number } | null {
  return precision > 0 ? { meanDb: precisionMean / precision, sdDb: Math.sqrt(1 / precision) } : null;
}
