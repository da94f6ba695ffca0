import { texts } from "../text/translate.ts";
import { ageText } from "../time/ageText.ts";

const dayMs = 24 * 3600_000;

/** The duration of a stay: "2 h 11 min", "9 d". */
export function stayText(durationS: number): string {
  const days = Math.floor((durationS * 1000) / dayMs);
  return days >= 7 ? texts.t("age.days", { days }) : ageText(0, durationS * 1000);
}
