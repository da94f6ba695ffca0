import type { FloorPlan } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import classes from "./PhoneFloors.module.css";

interface Props {
  plans: readonly FloorPlan[];
  shown: readonly string[];
  counts: ReadonlyMap<string, number>;
  onChoose(floorId: string): void;
}

/** "Floor 1" → "1", "Yard" → "Yard", "Mezzanine" → "Mez": what fits on a thumb's button. */
export function shortName(name: string): string {
  return /^\S+\s+(\S{1,3})$/.exec(name)?.[1] ?? (name.length <= 4 ? name : name.slice(0, 3));
}

/** The floors of a phone, one above the other, short. */
export function PhoneFloors({ plans, shown, counts, onChoose }: Props) {
  const { t } = useTranslation();
  const buildings = [...Map.groupBy(plans, ({ buildingId }) => buildingId).values()];
  if (plans.length < 2) return null;
  return (
    <nav className={classes["floors"]} aria-label={t("map.floors")}>
      {buildings.map((floors) => (
        <div key={floors[0]!.buildingId}>
          {buildings.length === 1 ? null : (
            <p title={floors[0]!.buildingName}>{shortBuilding(floors[0]!.buildingName)}</p>
          )}
          {floors
            .toSorted((a, b) => b.level - a.level)
            .map(({ id, name }) => (
              <button
                key={id}
                type="button"
                aria-pressed={shown.includes(id)}
                aria-label={t("map.floorShort", { floor: name, short: shortName(name), count: counts.get(id) ?? 0 })}
                onClick={() => onChoose(id)}
              >
                {shortName(name)} <small>{counts.get(id) ?? 0}</small>
              </button>
            ))}
        </div>
      ))}
    </nav>
  );
}

function shortBuilding(name: string): string {
  const words = name.split(/\s+/);
  return words.length > 1 ? words.map((word) => word[0]).join("") : name.slice(0, 3);
}
