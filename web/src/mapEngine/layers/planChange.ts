import type { FloorPlan } from "@pulse/contract/sites";

type DrawnPlan = Pick<FloorPlan, "id" | "imageUrl" | "corners"> & { opacity?: number };

/** Whether two plans have the same texture on the map; its name, rooms and version do not matter there. */
export function isSameTexture(a: DrawnPlan, b: DrawnPlan): boolean {
  return a.id === b.id && a.imageUrl === b.imageUrl && a.opacity === b.opacity && placeOf(a) === placeOf(b);
}

/** Whether no plan of one list is in the other: the map shows another site, or its first plans have come. */
export function areDisjoint(before: readonly DrawnPlan[], now: readonly DrawnPlan[]): boolean {
  const previous = new Set(before.map(({ id }) => id));
  return !now.some(({ id }) => previous.has(id));
}

/** Whether plans cover the same part of the world. */
export function haveSamePlacement(before: readonly DrawnPlan[], now: readonly DrawnPlan[]): boolean {
  return before.length === now.length && before.every((plan, nth) => placeOf(plan) === placeOf(now[nth]!));
}

const placeOf = ({ corners }: DrawnPlan): string => corners.map(({ lat, lon }) => `${lat} ${lon}`).join();
