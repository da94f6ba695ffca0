import type { CalibrationVersion } from "@pulse/contract/calibration";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import { metresText } from "../text/translate.ts";
import classes from "./Calibration.module.css";

/** How many times as well it explains traffic, if that is worth a number; both values are mean log likelihoods. */
function timesWords({ before, after }: NonNullable<CalibrationVersion["evidence"]>, t: TFunction): string {
  const times = Number(Math.exp(after - before).toPrecision(2));
  return times > 1
    ? t("calibration.error.traffic", { times: numberText(times) })
    : t("calibration.error.trafficSlightly");
}

/** How much better a version is: the error before and after, or how much better it explains traffic. */
export function HeldBack({ version }: { version: Pick<CalibrationVersion, "heldBack" | "evidence"> }) {
  const { t } = useTranslation();
  const { heldBack, evidence } = version;
  if (heldBack === null)
    return (
      <p className={classes["note"]}>{evidence === null ? t("calibration.error.unknown") : timesWords(evidence, t)}</p>
    );
  const { points, before, after } = heldBack;
  const change = (measure: "meanM" | "p90M"): string =>
    t("calibration.error.change", { before: metresText(before[measure]), after: metresText(after[measure]) });
  return (
    <dl className={classes["errors"]}>
      <div>
        <dt>{t("calibration.error.mean")}</dt>
        <dd>{change("meanM")}</dd>
      </div>
      <div>
        <dt>{t("calibration.error.p90")}</dt>
        <dd>{change("p90M")}</dd>
      </div>
      <p className={classes["note"]}>{t("calibration.error.held", { count: points })}</p>
    </dl>
  );
}
