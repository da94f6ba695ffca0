import type { CalibrationVersion } from "@pulse/contract/calibration";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import { metresText } from "../text/translate.ts";
import classes from "./Calibration.module.css";

/** What a version is better by: the error before and after, or how much better it explains traffic. */
export function HeldBack({ version }: { version: Pick<CalibrationVersion, "heldBack" | "evidence"> }) {
  const { t } = useTranslation();
  const { heldBack, evidence } = version;
  if (heldBack === null)
    return (
      <p className={classes["note"]}>
        {evidence === null
          ? t("calibration.error.unknown")
          : t("calibration.error.traffic", {
              // Both are mean log likelihoods.
              times: numberText(Number(Math.exp(evidence.after - evidence.before).toPrecision(2))),
            })}
      </p>
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
