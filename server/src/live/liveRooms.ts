import { grants } from "@pulse/contract/access";
import type { LocationUpdate } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import { hideElevation } from "../http/elevation.ts";
import { seesElevation, type Viewer } from "../http/viewer.ts";

/** What a viewer may hear of a site: all trackers or linked ones alone, with elevations or without (shapes S3, C18). */
export interface Hearing {
  trackers: "all" | "linked";
  elevation: boolean;
}

const hearings: readonly Hearing[] = [
  { trackers: "all", elevation: true },
  { trackers: "all", elevation: false },
  { trackers: "linked", elevation: true },
  { trackers: "linked", elevation: false },
];

/** Null: this viewer hears nothing at all. */
export function hearingOf(viewer: Viewer): Hearing | null {
  const all = grants(viewer.access, { area: "identifier_management", letter: "r" });
  const linked = grants(viewer.access, { area: "asset_management", letter: "r" });
  if (!all && !linked) return null;
  return { trackers: all ? "all" : "linked", elevation: seesElevation(viewer) };
}

/** The Socket.IO room of a site for one kind of hearing. */
export function roomOf(siteId: string, hearing: Hearing): string {
  return `${siteId}:${hearing.trackers}:${hearing.elevation ? "elevation" : "flat"}`;
}

/** The messages of one tick for a site, by room; a room that nobody is in costs nothing. */
export function messagesByRoom(
  siteId: string,
  updates: readonly LocationUpdate[],
  isEmpty: (room: string) => boolean,
): { room: string; message: unknown }[] {
  return hearings
    .map((hearing) => ({ hearing, room: roomOf(siteId, hearing) }))
    .filter(({ room }) => !isEmpty(room))
    .map(({ hearing, room }) => {
      const heard = hearing.trackers === "all" ? updates : updates.filter((update) => update.assetId !== null);
      return { room, heard: hearing.elevation ? heard : hideElevation(heard) };
    })
    .filter(({ heard }) => heard.length > 0)
    .map(({ room, heard }) => ({ room, message: toWire(heard) }));
}
