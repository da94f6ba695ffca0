import { Button } from "@mantine/core";
import type { CalibrationVersion, SiteCalibration } from "@pulse/contract/calibration";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateTime } from "../time/ages.ts";
import { ShapeBadge } from "../ui/ShapeBadge.tsx";
import classes from "./Calibration.module.css";
import { HeldBack } from "./HeldBack.tsx";
import { learningOf } from "./learning.ts";
import { VersionDialog, type VersionRequest } from "./VersionDialog.tsx";

const inUse = (
  <path d="M2 6.4L4.9 9.2L10 3.4" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
);

/** The versions that a site has learned, the newest first, each with a button to go back to it. */
export function Versions({ siteId, calibration }: { siteId: string; calibration: SiteCalibration }) {
  const { t } = useTranslation();
  const [request, setRequest] = useState<VersionRequest | null>(null);
  const { versions, activeVersion } = calibration;
  const learning = learningOf(calibration);
  return (
    <>
      <section className={classes["part"]} aria-label={t("calibration.versions.learn")}>
        <div className={classes["line"]}>
          <p>{t(`calibration.${learning}`)}</p>
          {learning === "learns" ? null : (
            <Button variant="default" onClick={() => setRequest({ kind: "learn" })}>
              {t("calibration.versions.learn")}
            </Button>
          )}
        </div>
      </section>
      <section className={classes["part"]} aria-label={t("calibration.versions.title")}>
        <h2>{t("calibration.versions.title")}</h2>
        {versions.length === 0 ? <p>{t("calibration.versions.none")}</p> : null}
        <ul className={classes["rows"]}>
          {versions.map((version) => (
            <li key={version.version}>
              <Version version={version} />
              {version.active ? null : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t("calibration.versions.useOf", { version: version.version })}
                  onClick={() => setRequest({ kind: "use", version: version.version })}
                >
                  {t("calibration.versions.use")}
                </Button>
              )}
            </li>
          ))}
          <li>
            <div>
              <b>
                {t("calibration.versions.defaults")} {activeVersion === null ? <InUse /> : null}
              </b>
              <small>{t("calibration.versions.defaultsWhy")}</small>
            </div>
            {activeVersion === null ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={t("calibration.versions.useDefaults")}
                onClick={() => setRequest({ kind: "use", version: null })}
              >
                {t("calibration.versions.use")}
              </Button>
            )}
          </li>
        </ul>
      </section>
      <VersionDialog siteId={siteId} calibration={calibration} request={request} onClose={() => setRequest(null)} />
    </>
  );
}

function Version({ version }: { version: CalibrationVersion }) {
  const { t } = useTranslation();
  return (
    <div>
      <b>
        {t("calibration.versions.version", { version: version.version })} {version.active ? <InUse /> : null}
      </b>
      <span className={classes["level"]}>{t(`calibration.levels.${version.level}`)}</span>
      <small>
        {t("calibration.versions.made", { date: dateTime(Date.parse(version.createdAt)), who: version.createdBy })}
      </small>
      <HeldBack version={version} />
    </div>
  );
}

function InUse() {
  const { t } = useTranslation();
  return <ShapeBadge shape={inUse} tone="ok" text={t("calibration.versions.active")} />;
}
