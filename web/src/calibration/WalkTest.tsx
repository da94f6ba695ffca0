import type { SiteCalibration } from "@pulse/contract/calibration";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import classes from "./Calibration.module.css";
import { FitCard } from "./FitCard.tsx";
import { PointList } from "./PointList.tsx";
import type { PointDraft } from "./pointDraft.ts";
import { PointStart } from "./PointStart.tsx";
import type { Walk } from "./useWalk.ts";
import { WalkRunning } from "./WalkRunning.tsx";

interface Props {
  site: Site;
  floor: FloorPlan;
  calibration: SiteCalibration;
  draft: PointDraft;
  onDraft(draft: PointDraft): void;
  walk: Walk;
}

/** Points where somebody stands with a tracker, and the fit to them. */
export function WalkTest({ site, floor, calibration, draft, onDraft, walk }: Props) {
  const { t } = useTranslation();
  const { run } = walk;
  return (
    <>
      <section className={classes["part"]} aria-label={t("calibration.tabs.walk")}>
        {run === null ? (
          <>
            <p>{t("calibration.walk.how")}</p>
            <p>{t("calibration.walk.makes")}</p>
            <PointStart
              {...{ floor, draft, onDraft }}
              refusal={walk.refusal}
              start={t("calibration.walk.start")}
              onStart={walk.start}
            />
          </>
        ) : (
          <WalkRunning floor={site.floorPlans.find(({ id }) => id === run.at.floorId)} walk={walk} run={run} />
        )}
      </section>
      <FitCard siteId={site.id} calibration={calibration} />
      <PointList site={site} points={calibration.points.filter(({ end }) => end !== null)} />
    </>
  );
}
