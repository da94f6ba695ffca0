import { DEFAULT_TAG_OFFSET_SD_DB, type SiteModel } from "../model/siteModel.ts";
import { DEFAULT_POWER_DBM } from "../model/pathLoss.ts";
import { WITHIN_MODEL_SD_DB } from "./tagOffset.ts";

/** How far what a tag's label or firmware states is off in a case, on a belt, at its height, dB. */
const STATED_SD_DB = 6;
const MOST_STATED_DB = 20;

/**
 * What to expect of the strength of a tag of this make (dB against the site's usual tag). A survey speaks for the makes
 * it was walked with: another one may be 17 dB apart, so nothing is taken for known of it; without that its fixes are
 * three times as far off as with no survey at all.
 * @param statedPowerDbm what the tag's adverts say it gives at 1 m; null: nothing
 */
export function kindOf(
  site: SiteModel,
  make: string | null,
  statedPowerDbm: number | null = null,
): { meanDb: number; sdDb: number } {
  const { calibration, tagOffsetSdDb } = site;
  // Under the default law the tag's own word is all there is; a calibrated site's usual tag is not the default one.
  if (!calibration && statedPowerDbm !== null && statedPowerDbm !== DEFAULT_POWER_DBM) {
    const meanDb = Math.max(-MOST_STATED_DB, Math.min(MOST_STATED_DB, statedPowerDbm - DEFAULT_POWER_DBM));
    return { meanDb, sdDb: Math.min(tagOffsetSdDb, STATED_SD_DB) };
  }
  const surveyed = calibration?.surveyedModels;
  if (make === null || !calibration || calibration.level < 2 || !surveyed) return { meanDb: 0, sdDb: tagOffsetSdDb };
  const sdDb = surveyed.includes(make) ? WITHIN_MODEL_SD_DB : DEFAULT_TAG_OFFSET_SD_DB;
  return { meanDb: 0, sdDb: Math.max(tagOffsetSdDb, sdDb) };
}
