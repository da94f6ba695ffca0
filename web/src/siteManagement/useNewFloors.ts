import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { floorNameOf, levelOf } from "./floorNameOf.ts";
import { placedAt } from "./guessedPlace.ts";
import { byLevel, type FloorValues, levelAbove, newFloor } from "./layoutValues.ts";
import type { PlanFile } from "./planFile.ts";
import { useChosenPlans } from "./usePlanFiles.ts";

type Floors = readonly FloorValues[];

/** Adds floors on top of others: one without a plan, or one for each chosen plan, which its file names if there are several. */
export function useNewFloors(site: Site, newKey: () => string) {
  const { t } = useTranslation();
  const plans = useChosenPlans();
  const above = (below: Floors, plan?: PlanFile, name?: string): Floors => {
    const said = name === undefined ? null : levelOf(name);
    const level = said !== null && below.every((floor) => floor.level !== said) ? said : levelAbove(below);
    const nameOfLevel = level === 0 ? t("sites.floor.ground") : t("sites.floor.nth", { nth: level });
    const size = plan ?? { width: 4, height: 3 };
    const floor = newFloor({
      key: newKey(),
      name: name ?? nameOfLevel,
      level,
      ...(plan === undefined ? {} : { image: plans.keep(plan) }),
      ...placedAt(size, [{ floors: below }], site),
    });
    return [floor, ...below].toSorted(byLevel);
  };
  return {
    withFloor: (below: Floors): Floors => above(below),
    withPlans: (below: Floors, chosen: readonly PlanFile[]): Floors => {
      const plansOf = chosen.map((plan) => ({ plan, name: chosen.length > 1 ? floorNameOf(plan.name) : "" }));
      // Those whose names say their level come first, so that no other has taken it.
      const ordered = plansOf.toSorted((a, b) => Number(saysNone(a.name)) - Number(saysNone(b.name)));
      return ordered.reduce((floors, { plan, name }) => above(floors, plan, name || undefined), below);
    },
  };
}

const saysNone = (name: string): boolean => levelOf(name) === null;
