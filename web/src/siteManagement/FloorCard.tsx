import { ActionIcon, Button, Tooltip } from "@mantine/core";
import type { Site } from "@pulse/contract/sites";
import { IconCopy, IconExternalLink, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useField } from "../form/FormContext.ts";
import { FormNumber } from "../form/FormNumber.tsx";
import { FormText } from "../form/TextFields.tsx";
import classes from "./Buildings.module.css";
import { calibrationPath } from "./calibrationPath.ts";
import { CopyFloorDialog } from "./CopyFloorDialog.tsx";
import type { FloorValues } from "./layoutValues.ts";
import { PlacementFields } from "./PlacementFields.tsx";
import { PlanField } from "./PlanField.tsx";

interface Props {
  site: Site;
  path: string;
  /** The other floors of the building. */
  neighbours: readonly FloorValues[];
  onCopy(copy: FloorValues): void;
  onRemove(): void;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** A floor: its plan, its name, level and height, and the plan's place. */
export function FloorCard({ site, path, neighbours, onCopy, onRemove }: Props) {
  const { t } = useTranslation();
  const [isCopying, setCopying] = useState(false);
  const field = useField(path, { label: t("sites.floor.one"), show: (value) => (value as FloorValues).name });
  const floor = field.value as FloorValues;
  const name = floor.name === "" ? t("sites.floor.one") : floor.name;
  const stored = site.floorPlans.find(({ id }) => id === floor.id) ?? null;
  const imageOf = site.floorPlans.find(({ image }) => image !== null && image === floor.image) ?? null;
  return (
    <section className={classes["floor"]} aria-label={name}>
      <div className={classes["head"]}>
        <h3>{name}</h3>
        <div className={classes["acts"]}>
          {stored === null || field.isReadOnly ? null : (
            <Button
              component={Link}
              to={calibrationPath(site.id, stored.id, "walk")}
              size="xs"
              variant="default"
              aria-label={t("calibration.openOf", { name: stored.name })}
            >
              {t("calibration.open")}
            </Button>
          )}
          {stored === null ? null : (
            <Tooltip label={t("sites.floor.open", { name })}>
              <ActionIcon
                component={Link}
                to={`/sites/${site.id}/details/floors/${stored.id}`}
                aria-label={t("sites.floor.open", { name })}
              >
                <IconExternalLink {...icon} />
              </ActionIcon>
            </Tooltip>
          )}
          {field.isReadOnly ? null : (
            <>
              <Tooltip label={t("sites.floor.copy", { name })}>
                <ActionIcon aria-label={t("sites.floor.copy", { name })} onClick={() => setCopying(true)}>
                  <IconCopy {...icon} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t("sites.remove", { name })}>
                <ActionIcon aria-label={t("sites.remove", { name })} onClick={onRemove}>
                  <IconTrash {...icon} />
                </ActionIcon>
              </Tooltip>
            </>
          )}
        </div>
      </div>
      <PlanField path={`${path}.image`} floor={name} stored={imageOf} />
      <div className={classes["fields"]}>
        <FormText path={`${path}.name`} label={t("sites.floor.name")} required autoComplete="off" />
        <FormNumber path={`${path}.level`} label={t("sites.floor.level")} range={[-100, 300]} required />
        <FormNumber
          path={`${path}.ceilingHeightM`}
          label={t("sites.floor.ceilingHeight")}
          unit="m"
          range={[0.5, 200]}
          required
        />
      </div>
      <PlacementFields site={site} path={path} neighbours={neighbours} />
      {isCopying ? (
        <CopyFloorDialog
          floor={floor}
          stored={stored}
          siblings={[floor, ...neighbours]}
          onCopy={onCopy}
          onClose={() => setCopying(false)}
        />
      ) : null}
    </section>
  );
}
