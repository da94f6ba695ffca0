import { getCalibration } from "@pulse/contract/calibration";
import { listHardwares } from "@pulse/contract/gateways";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services.tsx";
import { dateTime } from "../time/ages.ts";
import classes from "./Buildings.module.css";
import { sites } from "./sites.ts";

/**
 * What a calibration that the site has learned stands in place of, which reference beacons are not found where they
 * hang and why, and which gateways hear otherwise than they did; nothing while there is none of it.
 */
export function LearnedNote({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const can = useLetters(sites.area);
  const { data } = useQuery({
    queryKey: ["calibration", siteId],
    enabled: can.u,
    queryFn: ({ signal }) => api.call(getCalibration, { params: { id: siteId }, signal }),
    // Without it the settings are the same, so nobody is told that it failed.
    meta: { isSilent: true },
  });
  const mayReadGateways = useLetters("hardware_management").r;
  const { data: deaf } = useQuery({
    queryKey: ["deafGateways", siteId],
    enabled: mayReadGateways,
    queryFn: ({ signal }) => api.call(listHardwares, { query: { siteId, health: ["deaf"] }, signal }),
    meta: { isSilent: true },
  });
  const version = data?.activeVersion ?? null;
  return (
    <>
      {version === null ? null : <p className={classes["learned"]}>{t("sites.settings.learned", { version })}</p>}
      {data?.points.map(({ id, trackerName, drift }) =>
        drift === null ? null : (
          <p key={id} className={classes["learned"]} role="status">
            {t(`sites.settings.beaconOff.${drift.cause ?? "unknown"}`, {
              name: trackerName,
              metres: drift.offM.toFixed(0),
              since: dateTime(Date.parse(drift.since)),
            })}
          </p>
        ),
      )}
      {data?.changedGateways.map(({ id, name, shiftDb }) => (
        <p key={id} className={classes["learned"]} role="status">
          {t(shiftDb < 0 ? "sites.settings.gatewayWeaker" : "sites.settings.gatewayStronger", {
            name,
            db: Math.abs(shiftDb).toFixed(0),
          })}
        </p>
      ))}
      {deaf?.map(({ id, name }) => (
        <p key={id} className={classes["learned"]} role="status">
          {t("sites.settings.gatewayDeaf", { name })}
        </p>
      ))}
    </>
  );
}
