import { Select } from "@mantine/core";
import type { SiteCalibration } from "@pulse/contract/calibration";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { numberText } from "../text/numbers.ts";
import tabClasses from "../ui/tabs.module.css";
import classes from "./Calibration.module.css";
import { calibrationPath, type Tab, tabs } from "../siteManagement/calibrationPath.ts";
import { floorOptions } from "../sites/floorOptions.ts";
import { learningOf } from "./learning.ts";

interface Props {
  site: Site;
  floor: FloorPlan;
  tab: Tab;
  /** Undefined while it is loading. */
  calibration: SiteCalibration | undefined;
}

/** The floor, the calibration in use, and tabs for the ways to calibrate. */
export function CalibrationHeader({ site, floor, tab, calibration }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const counts: Partial<Record<Tab, number>> = {
    walk: calibration?.points.filter(({ end }) => end !== null).length ?? 0,
    beacons: calibration?.points.filter(({ end }) => end === null).length ?? 0,
    versions: calibration?.versions.length ?? 0,
  };
  return (
    <header className={classes["header"]}>
      <nav className={classes["crumbs"]} aria-label={t("form.crumbs")}>
        <Link to="/sites">{t("sites.title")}</Link> › <Link to={`/sites/${site.id}/details`}>{site.name}</Link> ›{" "}
        <Link to={`/sites/${site.id}/details/floors/${floor.id}`}>{floor.name}</Link>
      </nav>
      <div className={classes["title"]}>
        <h1>{t("calibration.titleOf", { floor: floor.name })}</h1>
        {site.floorPlans.length < 2 ? null : (
          <Select
            aria-label={t("sites.floor.one")}
            className={classes["floors"] ?? ""}
            data={floorOptions(site.floorPlans)}
            value={floor.id}
            allowDeselect={false}
            onChange={(id) => id !== null && void navigate(calibrationPath(site.id, id, tab))}
          />
        )}
      </div>
      <p className={classes["facts"]}>{calibration === undefined ? "\u00A0" : <InUse calibration={calibration} />}</p>
      <nav className={tabClasses["tabs"]} aria-label={t("calibration.parts")}>
        {tabs.map((each) => (
          <Link
            key={each}
            to={calibrationPath(site.id, floor.id, each)}
            replace
            aria-current={each === tab ? "page" : undefined}
          >
            {t(`calibration.tabs.${each}`)}
            {counts[each] ? <small>{numberText(counts[each])}</small> : null}
          </Link>
        ))}
      </nav>
    </header>
  );
}

function InUse({ calibration }: { calibration: SiteCalibration }) {
  const { t } = useTranslation();
  const { activeVersion, level } = calibration;
  const words = t(`calibration.levels.${level}`);
  const what = activeVersion === null ? words : t("calibration.versionOf", { version: activeVersion, level: words });
  return (
    <>
      <span>{t("calibration.inUse", { what })}</span>
      <span>{t(`calibration.${learningOf(calibration)}`)}</span>
    </>
  );
}
