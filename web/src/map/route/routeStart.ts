import type { HardwareListed } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import { isInside } from "@pulse/geo/polygon";
import { toLatLon } from "../../mapEngine/camera/plane.ts";
import { roomPlace } from "../../mapEngine/scene/roomPlace.ts";
import type { RouteEnd } from "./planRoute.ts";

/** A start that this device itself finds, and one that somebody has yet to choose on the map. */
export const [ownPlace, somePoint] = ["me", "point"] as const;

/** A point of the map as a start in the address: to the centimetre, with its floor. */
export function pointStart({ lat, lon, floorId }: RouteEnd): string {
  return [lat.toFixed(7), lon.toFixed(7), floorId ?? ""].join(",");
}

/** The point of a start in the address; null: it is something else. */
export function pointOf(start: string): RouteEnd | null {
  const [, lat, lon, floorId] = /^(-?[\d.]+),(-?[\d.]+),([\w-]*)$/.exec(start) ?? [];
  if (lat === undefined || lon === undefined) return null;
  return { lat: Number(lat), lon: Number(lon), floorId: floorId === "" ? null : (floorId ?? null) };
}

interface Places {
  plans: readonly FloorPlan[];
  gateways: readonly HardwareListed[];
}

/** The place of a start in the address: a room, a gateway or a point. Null: none, or only the device knows. */
export function startPlace(start: string, { plans, gateways }: Places): RouteEnd | null {
  const gateway = gateways.find(({ id }) => id === start);
  if (gateway !== undefined) return { lat: gateway.lat, lon: gateway.lon, floorId: gateway.floorId };
  for (const plan of plans) {
    const middle = roomPlace([plan], start);
    if (middle !== null) return { ...toLatLon(middle), floorId: plan.id };
  }
  return pointOf(start);
}

/** The shown floor at a point: the one whose plan lies there, or the only one. */
export function floorAt(at: LatLon, plans: readonly FloorPlan[], shownFloorIds: readonly string[]): string | null {
  const { toLocal } = localFrame(at);
  const shown = plans.filter(({ id }) => shownFloorIds.includes(id));
  const under = shown.find(({ corners }) => isInside({ x: 0, y: 0 }, corners.map(toLocal)));
  return (under ?? (shown.length === 1 ? shown[0] : undefined))?.id ?? null;
}
