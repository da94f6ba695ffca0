import { DEFAULT_TAG_OFFSET_SD_DB, type SiteModel } from "../model/siteModel.ts";
import { WITHIN_MODEL_SD_DB } from "./tagOffset.ts";

/**
 * What to expect of the strength of a tag of this make (dB against the site's usual tag). A survey speaks for the makes
 * it was walked with: another one may be 17 dB apart, so nothing is taken for known of it; without that its fixes are
 * three times as far off as with no survey at all.
 */
export function kindOf(site: SiteModel, make: string | null): { meanDb: number; sdDb: number } {
  const { calibration, tagOffsetSdDb } = site;
  const surveyed = calibration?.surveyedModels;
  if (make === null || !calibration || calibration.level < 2 || !surveyed) return { meanDb: 0, sdDb: tagOffsetSdDb };
  const sdDb = surveyed.includes(make) ? WITHIN_MODEL_SD_DB : DEFAULT_TAG_OFFSET_SD_DB;
  return { meanDb: 0, sdDb: Math.max(tagOffsetSdDb, sdDb) };
}
