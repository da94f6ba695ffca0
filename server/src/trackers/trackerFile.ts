import type { Tracker } from "@pulse/contract/trackers";
import type { FastifyReply } from "fastify";
import type { SearchQuery } from "../adapters/database/listing.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../http/csv.ts";
import { pageByPage } from "../http/pageByPage.ts";
import type { TrackerLists } from "./trackerLists.repository.ts";
import type { TrackerFilters } from "./trackerRows.repository.ts";

export type TrackerFile = ReturnType<typeof trackerFile>;

const columns = [
  "id",
  "name",
  "type",
  "mac",
  "serial_no",
  "asset_name",
  "archived",
  "battery_level",
  "signal_strength",
  "last_heard_at",
  "last_location",
  "lat",
  "lon",
  "last_elevation",
  "location_updated",
] as const;

/** The list of a site's trackers as CSV, read page by page while it is downloaded. */
export function trackerFile(trackers: Pick<TrackerLists, "search" | "siteName">, now: () => number) {
  return async (
    reply: FastifyReply,
    siteId: string,
    query: SearchQuery & TrackerFilters & { convertToTimezone?: string | undefined },
    elevations: boolean,
  ): Promise<FastifyReply> => {
    const time = zonedTime(query.convertToTimezone ?? "UTC");
    const shown = columns.filter((column) => elevations || column !== "last_elevation");
    const today = new Date(now());
    const rows = async function* (): AsyncGenerator<CsvValue[]> {
      for await (const tracker of pageByPage((part) => trackers.search(siteId, { ...query, ...part }, "search")))
        yield shown.map((column) => valuesOf(tracker)[column]);
    };
    const name = csvName("trackers", await trackers.siteName(siteId), today, today);
    return sendCsv(reply, { name, columns: shown, time }, rows());
  };
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

function valuesOf(tracker: Tracker): Record<(typeof columns)[number], CsvValue> {
  return {
    id: tracker.id,
    name: tracker.name,
    type: tracker.type,
    mac: tracker.mac,
    serial_no: tracker.serialNo,
    asset_name: tracker.linkedAsset?.name ?? null,
    archived: tracker.archived,
    battery_level: tracker.batteryLevel,
    signal_strength: tracker.signalStrength,
    last_heard_at: dateOf(tracker.lastHeardAt),
    last_location: tracker.lastLocation?.location ?? null,
    lat: tracker.lat,
    lon: tracker.lon,
    last_elevation: tracker.lastElevation ?? null,
    location_updated: dateOf(tracker.locationUpdated),
  };
}
