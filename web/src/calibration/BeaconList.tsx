import type { SiteCalibration } from "@pulse/contract/calibration";
import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { metresText } from "../text/translate.ts";
import { dateTime } from "../time/ages.ts";
import { ShapeBadge } from "../ui/ShapeBadge.tsx";
import classes from "./Calibration.module.css";
import { driftWords } from "./driftWords.ts";
import { PointPlace } from "./PointPlace.tsx";
import { RemovePoint } from "./RemovePoint.tsx";

const there = <circle cx="6" cy="6" r="4.2" fill="currentColor" />;
const off = <path d="M6 1.4L11 10.4H1Z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />;

/** The reference beacons of a site, and whether each is found at its place. */
export function BeaconList({ site, calibration }: { site: Site; calibration: SiteCalibration }) {
  const { t } = useTranslation();
  const beacons = calibration.points.filter(({ end }) => end === null);
  return (
    <section className={classes["part"]} aria-label={t("calibration.beacons.title")}>
      <h2>{t("calibration.beacons.title")}</h2>
      {beacons.length === 0 ? <p>{t("calibration.beacons.none")}</p> : null}
      <ul className={classes["rows"]}>
        {beacons.map((beacon) => (
          <li key={beacon.id}>
            <div>
              <b>
                {beacon.trackerName}{" "}
                {beacon.drift === null ? (
                  <ShapeBadge shape={there} tone="ok" text={t("calibration.beacons.there")} />
                ) : (
                  <ShapeBadge
                    shape={off}
                    tone="warn"
                    text={
                      beacon.drift.offM === null
                        ? t("calibration.beacons.otherFloor")
                        : t("calibration.beacons.off", { metres: metresText(beacon.drift.offM) })
                    }
                  />
                )}
              </b>
              <PointPlace site={site} point={beacon} tab="beacons" />
              <small>{t("calibration.beacons.since", { date: dateTime(Date.parse(beacon.start)) })}</small>
              {beacon.drift === null ? null : <span>{driftWords(beacon.drift, calibration.changedGateways)}</span>}
            </div>
            <RemovePoint
              siteId={site.id}
              point={beacon}
              label={t("calibration.beacons.removeOf", { name: beacon.trackerName })}
              title={t("calibration.beacons.removeTitle", { name: beacon.trackerName })}
              text={t("calibration.beacons.removeText")}
              confirm={t("calibration.beacons.removeConfirm", { name: beacon.trackerName })}
              done={t("calibration.beacons.removed", { name: beacon.trackerName })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
