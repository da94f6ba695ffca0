import type { TagModelPrior } from "../cost/offsetPrior.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import { MODEL } from "../model/modelConstants.ts";

/** Error of the power that a tag's label or firmware states, for a tag in a case, on a belt, at its height, dB. */
const STATED_SD_DB = 6;
const MAX_STATED_DB = 20;
/** A tag that states a power this close to what a calibrated site's tags state is one like these. */
const SAME_STATED_DB = 3;
/** How often a tag is unlike those that the site learned from: one walker's tag is not everybody's. */
const UNKNOWN_MODEL_SHARE = 0.03;
/**
 * Presuming a tag to be of its model bends each place towards one where it can be, and so draws a tag of another model
 * back to that kind; presuming little of it takes the shadows of a corner for a weak tag. Somebody chose the tags of a
 * survey, so more is presumed of their make.
 */
const MAX_KNOWN_SHARE = 0.5;
const MAX_KNOWN_SHARE_SURVEYED = 0.8;
/** A model known no better than this leaves room for any tag, dB. */
const KNOWN_SD_DB = 3;

/**
 * What strength to expect of a tag of this make. A survey speaks for the makes it was walked with. Another make may be
 * 17 dB apart, so nothing is taken as known of it; otherwise its fixes are three times as far off as with no survey at
 * all. Even a tag of a surveyed or unknown make may differ. A stated power counts relative to the default path-loss
 * model or to what the tags state from which a site has learned; a survey does not know what its tags stated.
 * @param statedPowerDbm power at 1 m that the tag's adverts state; null: none
 */
export function tagModelPrior(
  site: PlacedSite,
  make: string | null,
  statedPowerDbm: number | null = null,
): TagModelPrior {
  const { calibration, tagOffsetSdDb, uses } = site;
  const statedDb = statedAbove(calibration ? (calibration.statedPowerDbm ?? null) : MODEL.powerDbm, statedPowerDbm);
  if (calibration && Math.abs(statedDb) > SAME_STATED_DB) return one(statedDb, STATED_SD_DB);
  if (!calibration && statedDb !== 0) return one(statedDb, Math.min(tagOffsetSdDb, STATED_SD_DB));
  const surveyed = calibration && calibration.level >= 2 ? calibration.surveyedModels : undefined;
  if (make !== null && surveyed && !surveyed.includes(make))
    return one(0, Math.max(tagOffsetSdDb, MODEL.tagOffsetSdDb));
  if (!calibration || tagOffsetSdDb >= KNOWN_SD_DB || !uses.foreignTags) return one(0, tagOffsetSdDb);
  return {
    meanDb: 0,
    sdDb: tagOffsetSdDb,
    unknownModelShare: UNKNOWN_MODEL_SHARE,
    unknownModelSdDb: MODEL.tagOffsetSdDb,
    maxKnownModelShare: calibration.level >= 2 ? MAX_KNOWN_SHARE_SURVEYED : MAX_KNOWN_SHARE,
  };
}

/** How far a stated power is above the usual one, dB; 0 where either is not known. */
function statedAbove(usualDbm: number | null, statedDbm: number | null): number {
  if (usualDbm === null || statedDbm === null) return 0;
  return Math.max(-MAX_STATED_DB, Math.min(MAX_STATED_DB, statedDbm - usualDbm));
}

function one(meanDb: number, sdDb: number): TagModelPrior {
  return { meanDb, sdDb, unknownModelShare: 0, unknownModelSdDb: sdDb, maxKnownModelShare: 0 };
}
