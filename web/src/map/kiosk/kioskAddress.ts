/** The content of a wall display, as in its address. */
export interface KioskChoice {
  /** In the order in which they are shown. */
  siteIds: readonly string[];
  /** Floors of those sites; a site without any floor here shows all its floors. */
  floorIds: readonly string[];
  /** How long each floor is shown. */
  seconds: number;
}

export const seconds = { min: 5, max: 3600, first: 20 };

/** Whole seconds within the limits; anything that is not a number gives the default. */
export function secondsOf(text: string | null): number {
  const given = text === null || text.trim() === "" ? NaN : Math.round(Number(text));
  return Number.isNaN(given) ? seconds.first : Math.min(seconds.max, Math.max(seconds.min, given));
}

/** The content that an address describes; null: it names no site. */
export function readKiosk(search: URLSearchParams): KioskChoice | null {
  const siteIds = listOf(search.get("sites"));
  if (siteIds.length === 0) return null;
  return { siteIds, floorIds: listOf(search.get("floors")), seconds: secondsOf(search.get("seconds")) };
}

/** The address of a wall display. */
export function kioskPath({ siteIds, floorIds, seconds: each }: KioskChoice): string {
  const floors = floorIds.length === 0 ? "" : `&floors=${floorIds.join(",")}`;
  return `/wall?sites=${siteIds.join(",")}${floors}&seconds=${each}`;
}

const listOf = (text: string | null): string[] => [...new Set((text ?? "").split(",").filter((id) => id !== ""))];
