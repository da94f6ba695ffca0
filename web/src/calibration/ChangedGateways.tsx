import type { SiteCalibration } from "@pulse/contract/calibration";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLetters } from "../entity/useLetters.ts";
import classes from "./Calibration.module.css";

interface Props {
  siteId: string;
  gateways: SiteCalibration["changedGateways"];
}

/** The gateways that hear the reference beacons differently than before; nothing while there are none. */
export function ChangedGateways({ siteId, gateways }: Props) {
  const { t } = useTranslation();
  const can = useLetters("hardware_management");
  if (gateways.length === 0) return null;
  return (
    <section className={classes["part"]} aria-label={t("calibration.beacons.gateways")}>
      <h2>{t("calibration.beacons.gateways")}</h2>
      <ul className={classes["rows"]}>
        {gateways.map(({ id, name, shiftDb }) => (
          <li key={id}>
            <div>
              <b>{can.r ? <Link to={`/sites/${siteId}/devices/gateways/${id}`}>{name}</Link> : name}</b>
              <span>
                {t(shiftDb < 0 ? "calibration.beacons.weaker" : "calibration.beacons.stronger", {
                  db: Math.abs(shiftDb).toFixed(0),
                })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
