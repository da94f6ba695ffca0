import { type Area, areas, grants } from "@pulse/contract/access";
import type { DeviceRequest } from "@pulse/contract/deviceRequests";
import type { LocationUpdate } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import type { UserNotification } from "../platform/bus/subjects.ts";
import { elevationKeys } from "../platform/http/elevation.ts";
import type { SitePlace } from "./socketAuthentication.ts";
import { seesElevation, type Viewer } from "../platform/http/viewer.ts";

/**
 * A part of a site's listeners: people who may read an area. `flat`: those who may not read elevations; `crossings`:
 * those who may read assets and geofences; `quiet`: sockets that do not get the positions that all others get.
 */
type Part = Area | "flat" | "crossings" | "quiet";

/** A site's Socket.IO room for a part of its listeners. */
export function roomOf(siteId: string, part: Part): string {
  return `${siteId}:${part}`;
}

/** The rooms of a site that a person is in, which depend only on what the person may read. */
export function roomsOf(viewer: Viewer, { siteId, customerId }: SitePlace): string[] {
  const read: Area[] = areas.filter((area) => grants(viewer.access, { area, letter: "r" }));
  const parts: Part[] = [...read];
  if (!seesElevation(viewer)) parts.push("flat");
  if (read.includes("asset_management") && read.includes("geofence_management")) parts.push("crossings");
  const ofCustomer: CustomerPart[] = read.filter((area) => area !== "site_management" || viewer.siteIds === null);
  if (viewer.isSuperadmin) ofCustomer.push("superadmin");
  return [...parts.map((part) => roomOf(siteId, part)), ...ofCustomer.map((part) => customerRoomOf(customerId, part))];
}

/** A part of a customer's listeners; those of sites are people whose group opens all of them. */
type CustomerPart = Area | "superadmin";
const customerRoomOf = (customerId: string, part: CustomerPart): string => `customer:${customerId}:${part}`;

/** The room of all signed-in sockets. */
export const everybodyRoom = "everybody";

/** The room of one person's sockets. */
export function personRoom(userId: string): string {
  return `person:${userId}`;
}

/** The room that a notification goes to. */
export function notificationRoom({ notification, audience }: UserNotification): string {
  const { level, area, isCrossing, userId } = audience;
  if (userId !== null) return personRoom(userId);
  const { siteId, customerId } = notification;
  if (level === "customer" || siteId === null || area === null) return customerRoomOf(customerId, area ?? "superadmin");
  return roomOf(siteId, isCrossing ? "crossings" : area);
}

/** The rooms that are told of a request to a device: people who may read such devices and, for ringing, assets. */
export function requestRooms(siteId: string, { target, kind }: Pick<DeviceRequest, "target" | "kind">): string[] {
  if (target === "hardware") return [roomOf(siteId, "hardware_management")];
  const trackers = roomOf(siteId, "identifier_management");
  return kind === "ring" ? [trackers, roomOf(siteId, "asset_management")] : [trackers];
}

/** Who hears a message: everybody in the room `to` who is in none of `except`. */
export interface Audience {
  to: string;
  except: string[];
}

/**
 * The positions of one tick for a site, each with its audience: all trackers for people who may read trackers, linked
 * ones for people who may only read assets, with elevations or without (shapes S3, C18). An empty audience costs
 * nothing.
 */
export function locationMessages(
  siteId: string,
  updates: readonly LocationUpdate[],
  hasListener: (audience: Audience) => boolean,
): { audience: Audience; message: unknown }[] {
  const room = (part: Part): string => roomOf(siteId, part);
  const linked = updates.filter((update) => update.assetId !== null);
  const byRights = [
    { to: room("identifier_management"), except: [], items: updates },
    { to: room("asset_management"), except: [room("identifier_management")], items: linked },
  ];
  return byRights
    .flatMap(({ to, except, items }) => [
      { audience: { to, except: [...except, room("flat"), room("quiet")] }, items, hidden: false },
      { audience: { to, except: [...except, room("location_elevation"), room("quiet")] }, items, hidden: true },
    ])
    .filter(({ audience, items }) => items.length > 0 && hasListener(audience))
    .map(({ audience, items, hidden }) => ({ audience, message: toWire(items, hidden ? elevationKeys : undefined) }));
}
