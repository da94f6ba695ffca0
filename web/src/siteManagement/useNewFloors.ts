import { cleanName } from "@pulse/contract/names";
import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { placedAt } from "./guessedPlace.ts";
import { type FloorValues, levelAbove, newFloor } from "./layoutValues.ts";
import type { PlanFile } from "./planFile.ts";
import { useChosenPlans } from "./usePlanFiles.ts";

type Floors = readonly FloorValues[];

/** Adds floors on top of others: one without a plan, or one for each chosen plan, which its file names if there are several. */
export function useNewFloors(site: Site, newKey: () => string) {
  const { t } = useTranslation();
  const plans = useChosenPlans();
  const above = (below: Floors, plan?: PlanFile, name?: string): Floors => {
    const level = levelAbove(below);
    const nameOfLevel = level === 0 ? t("sites.floor.ground") : t("sites.floor.nth", { nth: level });
    const size = plan ?? { width: 4, height: 3 };
    const floor = newFloor({
      key: newKey(),
      name: name ?? nameOfLevel,
      level,
      ...(plan === undefined ? {} : { image: plans.keep(plan) }),
      ...placedAt(size, [{ floors: below }], site),
    });
    return [floor, ...below];
  };
  return {
    withFloor: (below: Floors): Floors => above(below),
    withPlans: (below: Floors, chosen: readonly PlanFile[]): Floors => {
      const named = chosen.length > 1 ? chosen.map(({ name }) => cleanName(name.replace(/\.\w+$/, ""))) : [];
      return chosen.reduce((floors, plan, nth) => above(floors, plan, named[nth] || undefined), below);
    },
  };
}
