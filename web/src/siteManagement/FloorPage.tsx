import { Button } from "@mantine/core";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { IconMap2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { EntityGate } from "../entity/EntityGate.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useScope } from "../entity/useScope.ts";
import { FormPage } from "../form/FormPage.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { StopPage } from "../shell/StopPage.tsx";
import { useTitle } from "../shell/useTitle.ts";
import { numberText } from "../text/numbers.ts";
import { BlobImage } from "./BlobImage.tsx";
import classes from "./Buildings.module.css";
import { calibrationPath } from "./calibrationPath.ts";
import { coordinateText } from "../placing/coordinateText.ts";
import { FloorLinks } from "./FloorLinks.tsx";
import { sites } from "./sites.ts";
import { useStoredPlan } from "./useStoredPlan.ts";

/** `/sites/:siteId/details/floors/:floorId`: one floor with its plan and its numbers. */
export default function FloorPage() {
  const { siteId = "", floorId = "" } = useParams();
  const scope = useScope(sites);
  return (
    <EntityGate key={siteId} noun={sites} scope={scope} id={siteId}>
      {(site) => {
        const floor = site.floorPlans.find(({ id }) => id === floorId);
        return floor === undefined ? <StopPage code="PageNotFound" /> : <Floor site={site} floor={floor} />;
      }}
    </EntityGate>
  );
}

function Floor({ site, floor }: { site: Site; floor: FloorPlan }) {
  const { t } = useTranslation();
  const { u } = useLetters(sites.area);
  useTitle(floor.name);
  const plan = useStoredPlan(floor.imageUrl, 2048);
  return (
    <FormPage
      title={floor.name}
      crumbs={[
        { to: "/sites", label: t("sites.title") },
        { to: `/sites/${site.id}/details`, label: site.name },
      ]}
      facts={
        <>
          <span>{floor.buildingName}</span>
          <span>{t("sites.floor.levelIs", { level: numberText(floor.level) })}</span>
        </>
      }
      actions={
        <>
          {u ? (
            <>
              <Button component={Link} to={calibrationPath(site.id, floor.id, "walk")} variant="default">
                {t("calibration.open")}
              </Button>
              <Button component={Link} to={`/sites/${site.id}/details/floors/${floor.id}/drawing`} variant="default">
                {t("drawing.open")}
              </Button>
            </>
          ) : null}
          <Button
            component={Link}
            to={`/sites/${site.id}/map?floor=${floor.id}`}
            variant="default"
            leftSection={<IconMap2 size={16} stroke={1.75} aria-hidden="true" />}
          >
            {t("sites.openMap")}
          </Button>
        </>
      }
      aside={<FloorLinks site={site} current={floor.id} />}
    >
      <FormSection title={t("sites.floor.image")} isBare>
        <div className={classes["frame"]}>
          {plan === undefined ? null : (
            <BlobImage className={classes["plan"]} bytes={plan} alt={t("sites.plan.of", { name: floor.name })} />
          )}
        </div>
      </FormSection>
      <FormSection title={t("sites.floor.numbers")} isBare>
        <Numbers floor={floor} />
      </FormSection>
    </FormPage>
  );
}

function Numbers({ floor }: { floor: FloorPlan }) {
  const { t } = useTranslation();
  const { widthM, heightM } = placePlan(floor);
  const metres = (value: number): string => `${numberText(Number(value.toFixed(4)))} m`;
  const lines: [label: string, value: string][] = [
    [t("sites.placement.northWest"), coordinateText(floor.northWest)],
    [t("sites.placement.southEast"), coordinateText(floor.southEast)],
    [t("sites.placement.rotation"), `${numberText(Math.round(floor.rotationDeg * 10) / 10)}°`],
    [t("sites.placement.width"), metres(widthM)],
    [t("sites.placement.height"), metres(heightM)],
    [t("sites.floor.ceilingHeight"), metres(floor.ceilingHeightM)],
    ...(floor.elevation === undefined
      ? []
      : ([[t("sites.floor.elevation"), metres(floor.elevation)]] satisfies [string, string][])),
    [t("sites.floor.pixels"), `${floor.imageWidth ?? 0} × ${floor.imageHeight ?? 0} px`],
    [t("sites.floor.rooms"), numberText(floor.rooms.length)],
    [t("sites.floor.walls"), numberText(floor.walls.length)],
  ];
  return (
    <dl className={classes["facts"]}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
