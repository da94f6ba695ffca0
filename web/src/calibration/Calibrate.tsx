import type { FloorPlan, Site } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { errorText } from "../api/errorText.ts";
import { useTitle } from "../shell/useTitle.ts";
import { useSiteCalibration } from "../siteManagement/useSiteCalibration.ts";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Beacons } from "./Beacons.tsx";
import classes from "./Calibration.module.css";
import { CalibrationHeader } from "./CalibrationHeader.tsx";
import { CalibrationMap } from "./CalibrationMap.tsx";
import { tabs } from "../siteManagement/calibrationPath.ts";
import type { PointDraft } from "./pointDraft.ts";
import { useWalk } from "./useWalk.ts";
import { Versions } from "./Versions.tsx";
import { WalkTest } from "./WalkTest.tsx";

const nothing: readonly never[] = [];

/** A floor's plan beside the three ways to calibrate its site. */
export function Calibrate({ site, floor }: { site: Site; floor: FloorPlan }) {
  const { t } = useTranslation();
  useTitle(t("calibration.titleOf", { floor: floor.name }));
  const [search] = useSearchParams();
  const tab = tabs.find((each) => each === search.get("tab")) ?? "walk";
  const { data, error, refetch } = useSiteCalibration(site.id);
  const [chosen, setChosen] = useState<PointDraft>({ tracker: null, at: null });
  // The next point uses the same tracker at another place.
  const walk = useWalk(site.id, () => setChosen((before) => ({ ...before, at: null })));
  const draft: PointDraft = chosen.at?.floorId === floor.id ? chosen : { ...chosen, at: null };
  const place = ({ lat, lon }: LatLon): void => setChosen({ ...draft, at: { lat, lon, floorId: floor.id } });
  const isChoosing = walk.run === null && tab !== "versions";
  const props = { site, floor, draft, onDraft: setChosen };
  return (
    <div className={classes["page"]}>
      <CalibrationHeader site={site} floor={floor} tab={tab} calibration={data} />
      <div className={classes["body"]}>
        <div className={classes["map"]}>
          <CalibrationMap
            floor={floor}
            points={data?.points ?? nothing}
            marked={search.get("point")}
            at={tab === "versions" ? null : draft.at}
            isChoosing={isChoosing}
            onPlace={place}
          />
        </div>
        <div className={classes["panel"]}>
          {data === undefined ? (
            error === null ? (
              <p className={classes["part"]} role="status">
                {t("calibration.loading")}
              </p>
            ) : (
              <FailedMessage title={t("calibration.failed")} text={errorText(error)} retry={() => void refetch()} />
            )
          ) : tab === "walk" ? (
            <WalkTest {...props} calibration={data} walk={walk} />
          ) : tab === "beacons" ? (
            <Beacons {...props} calibration={data} nowMs={walk.nowMs} />
          ) : (
            <Versions siteId={site.id} calibration={data} />
          )}
        </div>
      </div>
    </div>
  );
}
