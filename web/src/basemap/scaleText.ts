import { texts } from "../text/translate.ts";

/** The round length beside a scale bar: "20 m", "0.5 m", "2 km". */
export function scaleText(metres: number): string {
  if (metres >= 1000) return texts.t("unit.kilometres", { value: metres / 1000 });
  return texts.t("unit.metres", { value: metres < 1 ? metres.toFixed(1) : metres });
}
