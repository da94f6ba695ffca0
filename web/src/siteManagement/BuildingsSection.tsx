import { Button } from "@mantine/core";
import type { Site } from "@pulse/contract/sites";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useField } from "../form/FormContext.ts";
import { FormSection } from "../form/FormSection.tsx";
import { BuildingCard } from "./BuildingCard.tsx";
import classes from "./Buildings.module.css";
import type { BuildingValues } from "./layoutValues.ts";
import { PlanDrop } from "./PlanDrop.tsx";
import type { PlanFile } from "./planFile.ts";
import { useNewFloors } from "./useNewFloors.ts";

/** The buildings of a site with their floors, as one field: conflicts with others' changes concern it as a whole. */
export function BuildingsSection({ site, foot }: { site: Site; foot: ReactNode }) {
  const { t } = useTranslation();
  const last = useRef(0);
  const newKey = (): string => `new ${++last.current}`;
  const field = useField("buildings", {
    label: t("sites.buildings.title"),
    show: (value) => inWords(value as readonly BuildingValues[]),
  });
  const buildings = field.value as readonly BuildingValues[];
  const nameAnew = (): string => {
    const usedNames = new Set(buildings.map(({ name }) => name.toLowerCase()));
    if (buildings.length === 0) return t("sites.building.main");
    const names = buildings.map((_, nth) => t("sites.building.nth", { nth: buildings.length + 1 + nth }));
    return names.find((name) => !usedNames.has(name.toLowerCase())) ?? "";
  };
  const { withPlans } = useNewFloors(site, newKey);
  const add = (chosen: readonly PlanFile[]): void =>
    field.set([...buildings, { key: newKey(), id: null, name: nameAnew(), floors: withPlans([], chosen) }]);
  const addButton = field.isReadOnly ? null : (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
      onClick={() => add([])}
    >
      {t("sites.building.add")}
    </Button>
  );
  return (
    <FormSection
      title={t("sites.buildings.title")}
      {...(buildings.length === 0 ? {} : { hint: t("sites.numFloors", { count: numFloors(buildings) }) })}
      actions={addButton}
      isBare
      foot={foot}
    >
      <div className={classes["buildings"]} data-field="buildings">
        {field.error === null ? null : (
          <p role="alert" className={classes["error"]}>
            {field.error}
          </p>
        )}
        {buildings.map((building, nth) => (
          <BuildingCard
            key={building.key}
            site={site}
            path={`buildings.${nth}`}
            newKey={newKey}
            onRemove={() => field.set(buildings.filter((_, at) => at !== nth))}
          />
        ))}
        {buildings.length > 0 ? null : field.isReadOnly ? (
          <p className={classes["none"]}>{t("sites.buildings.none")}</p>
        ) : (
          <PlanDrop
            title={t("sites.plan.drop")}
            hint={t("sites.plan.dropHint")}
            label={t("sites.plan.choose")}
            error={null}
            handedTo={site.id}
            onPlans={add}
          />
        )}
      </div>
    </FormSection>
  );
}

const numFloors = (buildings: readonly BuildingValues[]): number =>
  buildings.reduce((sum, { floors }) => sum + floors.length, 0);

const inWords = (buildings: readonly BuildingValues[]): string =>
  buildings
    .map(({ name, floors }) => `${name}: ${floors.map((floor) => `${floor.name} (${floor.level})`).join(", ")}`)
    .join("\n");
