import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import { useFloors } from "../sites/sites.api.ts";
import { type Thing, useLivePlace } from "./livePlaces.ts";
import classes from "./Things.module.css";

interface Props {
  thing: Thing & {
    name: string;
    siteId: string;
    lastLocation: { lat: number; lon: number; floorId: string | null } | null;
  };
}

/** A small map of a thing's floor, with its current place. */
export function WhereMap({ thing }: Props) {
  const { t } = useTranslation();
  const live = useLivePlace(thing);
  const { data: floors } = useFloors(thing.siteId);
  const at = live ?? thing.lastLocation;
  const floor = floors?.find(({ id }) => id === at?.floorId);
  const plans = useMemo(
    () =>
      floor === undefined || floor.imageUrl === null
        ? []
        : [{ id: floor.id, url: floor.imageUrl, corners: floor.corners }],
    [floor],
  );
  if (at === null || at === undefined || plans.length === 0) return null;
  const { lat, lon } = at;
  return (
    <div className={classes["map"]}>
      <PlanMap
        label={t("things.mapOf", { name: thing.name })}
        plans={plans}
        start={{ lat, lon }}
        markers={[{ id: thing.id, lat, lon, label: thing.name, kind: "asset", isSelected: true }]}
      />
    </div>
  );
}
