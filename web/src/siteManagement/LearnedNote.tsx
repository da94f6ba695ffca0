import { getCalibration } from "@pulse/contract/calibration";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services.tsx";
import { dateTime } from "../time/ages.ts";
import classes from "./Buildings.module.css";
import { sites } from "./sites.ts";

/**
 * What a calibration that the site has learned stands in place of, and which reference beacons are not found where they
 * hang; nothing while there is neither.
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
  const version = data?.activeVersion ?? null;
  return (
    <>
      {version === null ? null : <p className={classes["learned"]}>{t("sites.settings.learned", { version })}</p>}
      {data?.points.map(({ id, trackerName, drift }) =>
        drift === null ? null : (
          <p key={id} className={classes["learned"]} role="status">
            {t("sites.settings.beaconOff", {
              name: trackerName,
              metres: drift.offM.toFixed(0),
              since: dateTime(Date.parse(drift.since)),
            })}
          </p>
        ),
      )}
    </>
  );
}
