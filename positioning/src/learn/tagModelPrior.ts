import type { TagModelPrior } from "../cost/offsetPrior.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

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
  if (calibration && Math.abs(statedDb) > LEARN.sameDb) return one(statedDb, LEARN.statedSdDb);
  if (!calibration && statedDb !== 0) return one(statedDb, Math.min(tagOffsetSdDb, LEARN.statedSdDb));
  const surveyed = calibration && calibration.level >= 2 ? calibration.surveyedModels : undefined;
  if (make !== null && surveyed && !surveyed.includes(make))
    return one(0, Math.max(tagOffsetSdDb, MODEL.tagOffsetSdDb));
  if (!calibration || tagOffsetSdDb >= LEARN.knownSdDb || !uses.foreignTags) return one(0, tagOffsetSdDb);
  return {
    meanDb: 0,
    sdDb: tagOffsetSdDb,
    unknownModelShare: LEARN.unknownModelShare,
    unknownModelSdDb: MODEL.tagOffsetSdDb,
    maxKnownModelShare: calibration.level >= 2 ? LEARN.maxKnownShareSurveyed : LEARN.maxKnownShare,
  };
}

/** How far a stated power is above the usual one, dB; 0 where either is not known. */
function statedAbove(usualDbm: number | null, statedDbm: number | null): number {
  if (usualDbm === null || statedDbm === null) return 0;
  return Math.max(-LEARN.maxTagDb, Math.min(LEARN.maxTagDb, statedDbm - usualDbm));
}

function one(meanDb: number, sdDb: number): TagModelPrior {
  return { meanDb, sdDb, unknownModelShare: 0, unknownModelSdDb: sdDb, maxKnownModelShare: 0 };
}
