import type { TFunction } from "i18next";

/** A probability (0–1) as a whole percentage. Radio proves nothing: it is never 100 %, and what may be is never 0 %. */
export function chanceText(probability: number, t: TFunction): string {
  const percent = Math.round(100 * probability);
  if (percent >= 100) return t("unit.percent", { value: ">99" });
  if (percent <= 0) return t("unit.percent", { value: "<1" });
  return t("unit.percent", { value: percent });
}
