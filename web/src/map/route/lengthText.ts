import { texts } from "../../text/translate.ts";

/** A walking distance, rounded: "40 m", "1.2 km". */
export function lengthText(metres: number): string {
  if (metres >= 1000) return texts.t("unit.kilometres", { value: Math.round(metres / 100) / 10 });
  return texts.t("unit.metres", { value: Math.round(metres) });
}
