import type { FloorPlan } from "@pulse/contract/sites";
import type { TFunction } from "i18next";

interface Unnamed {
  floorId: string | null;
  /** The name of the nearest gateway; null: unknown. */
  nearest: string | null;
}

/**
 * Where something is that is in no room and no geofence: on its floor, if rooms are drawn there. Only where nothing is drawn
 * is it near a gateway, since people do not know the gateways' names.
 */
export function outsideRooms({ floorId, nearest }: Unnamed, plans: readonly FloorPlan[], t: TFunction): string {
  const floor = plans.find(({ id }) => id === floorId);
  if (floor !== undefined && floor.rooms.length > 0) return floor.name;
  return nearest === null ? t("assets.nowhere") : t("assets.near", { gateway: nearest });
}
