import type { FloorPlan } from "@pulse/contract/sites";
import { IconSelector } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { areInSeveralBuildings } from "./floorChoice.ts";
import classes from "./FloorMenu.module.css";

interface Props extends ComponentProps<"button"> {
  plans: readonly FloorPlan[];
  /** The floor chosen last. */
  floor: FloorPlan | null;
}

/** Opens the list of floors; it has the open floor's full name, and its building if there are several. */
export function FloorButton({ plans, floor, ...button }: Props) {
  const { t } = useTranslation();
  if (floor === null || plans.length < 2) return null;
  return (
    <button {...button} type="button" className={classes["button"]}>
      <b>{t("map.floors")}</b>
      <span>{floor.name}</span>
      {areInSeveralBuildings(plans) ? <small>{floor.buildingName}</small> : null}
      <IconSelector size={15} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
