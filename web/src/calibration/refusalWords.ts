import type { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { texts } from "../text/translate.ts";

/** Why a point was refused, in words that say what to do. */
export function refusalWords(error: ApiError): string {
  const [detail] = error.details;
  const say = (key: string, places: Record<string, string> = {}): string =>
    texts.t(`calibration.refused.${key}`, places);
  if (error.code === "already_exists") return say("fixed", { floor: detail?.items?.[0]?.name ?? "" });
  if (error.code === "location_invalid") return say("offPlan");
  if (detail?.path === "tracker_id") return say("notHeard");
  if (detail?.path === "start" || detail?.path === "end") return say("times");
  return errorText(error);
}
