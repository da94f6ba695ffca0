import type { AccessibleSite } from "@pulse/contract/customers";
import type { FloorPlan } from "@pulse/contract/sites";
import type { KioskChoice } from "./kioskAddress.ts";

/** One floor of one site, shown for a while. */
export interface KioskSlide {
  site: AccessibleSite;
  /** All floors of the site. */
  plans: readonly FloorPlan[];
  plan: FloorPlan;
}

/** The floors in the order of display: site by site, each from the lowest floor of the first building. */
export function slidesOf(
  { siteIds, floorIds }: KioskChoice,
  sites: readonly AccessibleSite[],
  plansOf: (siteId: string) => readonly FloorPlan[],
): KioskSlide[] {
  return siteIds.flatMap((id): KioskSlide[] => {
    const site = sites.find((each) => each.id === id);
    if (site === undefined) return [];
    const plans = plansOf(id);
    const named = plans.filter((plan) => floorIds.includes(plan.id));
    const shown = named.length === 0 ? plans : named;
    return shown
      .toSorted((a, b) => a.buildingName.localeCompare(b.buildingName) || a.level - b.level)
      .map((plan) => ({ site, plans, plan }));
  });
}

/**
 * The floor after this one. While nothing is live the display stays at the site: it has the last known positions of this
 * site, and can load nothing new of another.
 */
export function nextFloor(slides: readonly KioskSlide[], floorId: string, isLive: boolean): string {
  const now = slides.find(({ plan }) => plan.id === floorId);
  const open = isLive || now === undefined ? slides : slides.filter(({ site }) => site.id === now.site.id);
  const at = open.findIndex(({ plan }) => plan.id === floorId);
  return open[(at + 1) % open.length]?.plan.id ?? floorId;
}
