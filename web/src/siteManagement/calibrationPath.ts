export const tabs = ["walk", "beacons", "versions"] as const;
export type Tab = (typeof tabs)[number];

/** The address of a floor's calibration; a given point is marked on the plan. */
export function calibrationPath(siteId: string, floorId: string, tab: Tab, point?: string): string {
  const query = new URLSearchParams({ ...(tab === "walk" ? {} : { tab }), ...(point === undefined ? {} : { point }) });
  return `/sites/${siteId}/details/floors/${floorId}/calibrate${query.size === 0 ? "" : `?${query.toString()}`}`;
}
