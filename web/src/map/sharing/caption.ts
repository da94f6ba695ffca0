import type { FloorPlan } from "@pulse/contract/sites";
import { dateTime } from "../../time/ages.ts";

/** What a picture of the map is of, in words. */
export interface Caption {
  site: string;
  floors: string;
  /** When things were where they are shown. */
  moment: string;
  fileName: string;
}

interface Shown {
  siteName: string;
  plans: readonly Pick<FloorPlan, "id" | "name" | "buildingId" | "buildingName">[];
  shownFloorIds: readonly string[];
  atMs: number;
}

/** The words under a picture, and the name of its file: "Harbour Warehouse_Floor 1_2026-11-23 140507.png". */
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

/** A name without what some system does not take in the name of a file. */
function inFileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").slice(0, 80);
}
