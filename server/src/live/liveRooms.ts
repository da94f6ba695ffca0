import { type Area, areas, grants } from "@pulse/contract/access";
import type { LocationUpdate } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import { elevationKeys } from "../http/elevation.ts";
import { seesElevation, type Viewer } from "../http/viewer.ts";

/** A part of a site's listeners: people who may read an area. `flat`: those who may not read elevations. */
type Part = Area | "flat";

/** A site's Socket.IO room for a part of its listeners. */
export function roomOf(siteId: string, part: Part): string {
  return `${siteId}:${part}`;
}

/** The rooms of a site that a person is in, which depend only on what the person may read. */
export function roomsOf(viewer: Viewer, siteId: string): string[] {
  const parts: Part[] = areas.filter((area) => grants(viewer.access, { area, letter: "r" }));
  if (!seesElevation(viewer)) parts.push("flat");
  return parts.map((part) => roomOf(siteId, part));
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
  const heard = [
    { to: room("identifier_management"), except: [], items: updates },
    { to: room("asset_management"), except: [room("identifier_management")], items: linked },
  ];
  return heard
    .flatMap(({ to, except, items }) => [
      { audience: { to, except: [...except, room("flat")] }, items, hidden: false },
      { audience: { to, except: [...except, room("location_elevation")] }, items, hidden: true },
    ])
    .filter(({ audience, items }) => items.length > 0 && hasListener(audience))
    .map(({ audience, items, hidden }) => ({ audience, message: toWire(items, hidden ? elevationKeys : undefined) }));
}
