import { getCalibration } from "@pulse/contract/calibration";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services.tsx";
import classes from "./Buildings.module.css";
import { sites } from "./sites.ts";

/** What a calibration that the site has learned stands in place of; nothing while there is none. */
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
  return version === null ? null : <p className={classes["learned"]}>{t("sites.settings.learned", { version })}</p>;
}
