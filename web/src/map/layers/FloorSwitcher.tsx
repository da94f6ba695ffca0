import { Checkbox } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import classes from "./FloorSwitcher.module.css";

interface Props {
  plans: readonly FloorPlan[];
  shown: readonly string[];
  counts: ReadonlyMap<string, number>;
  onChoose(floorId: string): void;
  isAllBuildings: boolean;
  onAllBuildings(isAll: boolean): void;
}

/** The floors by building, the highest on top, each with its number of assets; several buildings can be shown together. */
export function FloorSwitcher({ plans, shown, counts, onChoose, isAllBuildings, onAllBuildings }: Props) {
  const { t } = useTranslation();
  const buildings = [...Map.groupBy(plans, ({ buildingId }) => buildingId).values()];
  if (buildings.length === 0) return null;
  return (
    <nav className={classes["floors"]} aria-label={t("map.floors")}>
      {buildings.map((floors) => (
        <div key={floors[0]!.buildingId}>
          <p className={classes["building"]}>{buildings.length === 1 ? t("map.floors") : floors[0]!.buildingName}</p>
          {floors
            .toSorted((a, b) => b.level - a.level)
            .map(({ id, name }) => (
              <button
                key={id}
                type="button"
                className={classes["floor"]}
                aria-pressed={shown.includes(id)}
                aria-label={t("map.floorCount", { floor: name, count: counts.get(id) ?? 0 })}
                onClick={() => onChoose(id)}
              >
                <span>{name}</span> <b>{counts.get(id) ?? 0}</b>
              </button>
            ))}
        </div>
      ))}
      {buildings.length === 1 ? null : (
        <Checkbox
          size="xs"
          className={classes["all"] ?? ""}
          label={t("onMap.allBuildings")}
          checked={isAllBuildings}
          onChange={({ currentTarget }) => onAllBuildings(currentTarget.checked)}
        />
      )}
    </nav>
  );
}
