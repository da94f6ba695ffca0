import type { FloorPlan } from "@pulse/contract/sites";
import { dateTime } from "../../time/ages.ts";

/** The words that describe a picture of the map. */
export interface Caption {
  site: string;
  floors: string;
  /** The time of the positions shown. */
  moment: string;
  fileName: string;
}

interface Shown {
  siteName: string;
  plans: readonly Pick<FloorPlan, "id" | "name" | "buildingId" | "buildingName">[];
  shownFloorIds: readonly string[];
  atMs: number;
}

/** A picture's caption and file name: "Harbour Warehouse_Floor 1_2026-11-23 140507.png". */
export function captionOf({ siteName, plans, shownFloorIds, atMs }: Shown): Caption {
  const isOneBuilding = plans.every(({ buildingId }) => buildingId === plans[0]?.buildingId);
  const floors = plans
    .filter(({ id }) => shownFloorIds.includes(id))
    .map(({ name, buildingName }) => (isOneBuilding ? name : `${buildingName} · ${name}`))
    .join(", ");
  const moment = dateTime(atMs);
  const parts = [siteName, floors, moment.replaceAll(":", "")].filter((part) => part !== "");
  return { site: siteName, floors, moment, fileName: `${parts.map(inFileName).join("_")}.png` };
}

/** A name without characters that some systems do not allow in file names. */
function inFileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").slice(0, 80);
}
