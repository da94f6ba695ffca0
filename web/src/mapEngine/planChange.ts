import type { FloorPlan } from "@pulse/contract/sites";

type BottomSheet = Pick<FloorPlan, "id" | "imageUrl" | "corners">;

/** Whether a plan looks the same on the map; its name, rooms and version do not matter there. */
export function isSameSheet(a: BottomSheet, b: BottomSheet): boolean {
  return a.id === b.id && a.imageUrl === b.imageUrl && placeOf(a) === placeOf(b);
}

/** Whether no plan of one list is in the other: the map shows another site, or its first plans have come. */
export function haveNoneInCommon(before: readonly BottomSheet[], now: readonly BottomSheet[]): boolean {
  const known = new Set(before.map(({ id }) => id));
  return !now.some(({ id }) => known.has(id));
}

/** Whether plans cover the same part of the world. */
export function arePlacedAlike(before: readonly BottomSheet[], now: readonly BottomSheet[]): boolean {
  return before.length === now.length && before.every((plan, nth) => placeOf(plan) === placeOf(now[nth]!));
}

const placeOf = ({ corners }: BottomSheet): string => corners.map(({ lat, lon }) => `${lat} ${lon}`).join();
