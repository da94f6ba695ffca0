import { Button } from "@mantine/core";
import { isFitted, type SiteCalibration, walkTestLimits } from "@pulse/contract/calibration";
import { useTranslation } from "react-i18next";
import { useFit } from "./calibration.api.ts";
import classes from "./Calibration.module.css";
import { HeldBack } from "./HeldBack.tsx";

const { minPoints } = walkTestLimits;

/** The fit to a site's points, and its result. */
export function FitCard({ siteId, calibration }: { siteId: string; calibration: SiteCalibration }) {
  const { t } = useTranslation();
  const fit = useFit(siteId);
  const count = calibration.points.filter(isFitted).length;
  const missing = minPoints - count;
  return (
    <section className={classes["part"]} aria-label={t("calibration.fit.title")}>
      <div className={classes["line"]}>
        <div>
          <h2>{t("calibration.fit.title")}</h2>
          <p>{missing > 0 ? t("calibration.fit.need", { count: missing }) : t("calibration.fit.have", { count })}</p>
        </div>
        <Button variant="default" disabled={missing > 0} loading={fit.isPending} onClick={() => fit.mutate()}>
          {t("calibration.fit.go")}
        </Button>
      </div>
      <div role="status">
        {fit.isPending ? <p>{t("calibration.fit.working")}</p> : null}
        {fit.data === undefined || fit.isPending ? null : <Result answer={fit.data} />}
      </div>
    </section>
  );
}

function Result({ answer }: { answer: NonNullable<ReturnType<typeof useFit>["data"]> }) {
  const { t } = useTranslation();
  const { cause, heardPoints, calibration } = answer;
  if (cause === "few_points")
    return <p className={classes["refusal"]}>{t("calibration.fit.few", { heard: heardPoints, least: minPoints })}</p>;
  if (cause === "no_better") return <p className={classes["refusal"]}>{t("calibration.fit.noBetter")}</p>;
  const active = calibration.versions.find((version) => version.active);
  return active === undefined ? null : (
    <div className={classes["taken"]}>
      <b>{t("calibration.fit.taken", { version: active.version })}</b>
      <HeldBack version={active} />
    </div>
  );
}
