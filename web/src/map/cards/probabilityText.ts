import type { TFunction } from "i18next";
import { nbsp } from "../../text/translate.ts";

/** A probability (0–1) in whole percent. Radio proves nothing: it is never 100, and what may be is never 0. */
export function probabilityPercent(probability: number): string {
  const percent = Math.round(100 * probability);
  return percent >= 100 ? ">99" : percent <= 0 ? "<1" : String(percent);
}

/** The same with its sign, on one line: "92%". */
export function probabilityText(probability: number, t: TFunction): string {
  return t("unit.percent", { value: probabilityPercent(probability) }).replace(" ", nbsp);
}
