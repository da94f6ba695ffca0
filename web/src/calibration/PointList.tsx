import type { CalibrationPoint } from "@pulse/contract/calibration";
import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { When } from "../time/When.tsx";
import classes from "./Calibration.module.css";
import { placeWords } from "./placeWords.ts";
import { PointPlace } from "./PointPlace.tsx";
import { RemovePoint } from "./RemovePoint.tsx";

/** The points of a site's walk tests, the newest first. */
export function PointList({ site, points }: { site: Site; points: readonly CalibrationPoint[] }) {
  const { t } = useTranslation();
  const placeOf = (point: CalibrationPoint): string =>
    placeWords(
      site.floorPlans.find(({ id }) => id === point.floorId),
      point,
    );
  const makes = [...new Set(points.map(({ trackerType }) => trackerType))].toSorted();
  return (
    <section className={classes["part"]} aria-label={t("calibration.points.title")}>
      <h2>{t("calibration.points.title")}</h2>
      <p>
        {points.length === 0
          ? t("calibration.points.none")
          : t("calibration.points.makes", { makes: makes.join(", ") })}
      </p>
      <ul className={classes["rows"]}>
        {points.toReversed().map((point) => (
          <li key={point.id}>
            <div>
              <b>{point.trackerName}</b>
              <PointPlace site={site} point={point} tab="walk" />
              <small>
                <When at={point.start} format="ago" /> · {t("calibration.points.heard", { count: point.gateways })} ·{" "}
                {t("calibration.points.packets", { count: point.packets })}
              </small>
            </div>
            <RemovePoint
              siteId={site.id}
              point={point}
              label={t("calibration.points.deleteOf", { name: point.trackerName, place: placeOf(point) })}
              title={t("calibration.points.deleteTitle")}
              text={t("calibration.points.deleteText", { name: point.trackerName, place: placeOf(point) })}
              confirm={t("calibration.points.deleteConfirm")}
              done={t("calibration.points.deleted")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
