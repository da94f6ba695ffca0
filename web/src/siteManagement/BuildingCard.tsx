import { ActionIcon, Button, Tooltip } from "@mantine/core";
import type { Site } from "@pulse/contract/sites";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useField } from "../form/FormContext.ts";
import { FormText } from "../form/TextFields.tsx";
import classes from "./Buildings.module.css";
import { FloorCard } from "./FloorCard.tsx";
import { type BuildingValues, byLevel, type FloorValues } from "./layoutValues.ts";
import { PlanDrop } from "./PlanDrop.tsx";
import { useNewFloors } from "./useNewFloors.ts";

interface Props {
  site: Site;
  /** Its path in the form's values. */
  path: string;
  newKey(): string;
  onRemove(): void;
}

/** A building: its name, and its floors with the highest on top. */
export function BuildingCard({ site, path, newKey, onRemove }: Props) {
  const { t } = useTranslation();
  const { withFloor, withPlans } = useNewFloors(site, newKey);
  const field = useField(`${path}.floors`, { label: t("sites.floors"), show: () => "" });
  const name = useField(path, { label: t("sites.building.one"), show: (value) => (value as BuildingValues).name });
  const floors = field.value as readonly FloorValues[];
  const building = name.text === "" ? t("sites.building.one") : name.text;
  return (
    <section className={classes["building"]} aria-label={building}>
      <div className={classes["head"]}>
        <div className={classes["name"]}>
          <FormText path={`${path}.name`} label={t("sites.building.name")} required autoComplete="off" />
        </div>
        {field.isReadOnly ? null : (
          <div className={classes["acts"]}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
              aria-label={t("sites.floor.addTo", { name: building })}
              onClick={() => field.set(withFloor(floors))}
            >
              {t("sites.floor.add")}
            </Button>
            <Tooltip label={t("sites.remove", { name: building })}>
              <ActionIcon aria-label={t("sites.remove", { name: building })} onClick={onRemove}>
                <IconTrash size={16} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </div>
        )}
      </div>
      {field.error === null ? null : (
        <p role="alert" className={classes["error"]}>
          {field.error}
        </p>
      )}
      <div data-field={`${path}.floors`}>
        {floors.map((floor, nth) => (
          <FloorCard
            key={floor.key}
            site={site}
            path={`${path}.floors.${nth}`}
            neighbours={floors.filter((_, at) => at !== nth)}
            onCopy={(copy) => field.set([...floors, { ...copy, key: newKey() }].toSorted(byLevel))}
            onRemove={() => field.set(floors.filter((_, at) => at !== nth))}
          />
        ))}
        {field.isReadOnly ? null : (
          <PlanDrop
            label={t("sites.plan.choose")}
            name={t("sites.plan.chooseFor", { name: building })}
            hint={t("sites.plan.another")}
            picture={null}
            error={null}
            onPlans={(chosen) => field.set(withPlans(floors, chosen))}
          />
        )}
      </div>
    </section>
  );
}
