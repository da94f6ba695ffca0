import type { IdentityKind } from "@pulse/contract/trackerIdentities";
import type { Tracker } from "@pulse/contract/trackers";
import type { CsvValue } from "../../platform/http/csv.ts";
import { siteListFile, type SiteListFile } from "../../platform/http/siteListFile.ts";
import type { TrackerLists } from "./trackerLists.repository.ts";
import type { TrackerFilters } from "./trackerRows.repository.ts";

export type TrackerFile = SiteListFile<TrackerFilters>;

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
  "ibeacon",
  "eddystone_uid",
  "irk",
] as const;

/** The list of a site's trackers as CSV. */
export function trackerFile(trackers: Pick<TrackerLists, "search" | "siteName">, now: () => number): TrackerFile {
  return siteListFile({ kind: "trackers", columns, valuesOf }, trackers, now);
}

/** Those of one kind, as an import reads them; of a key its last four digits. */
function identitiesOf({ identities }: Tracker, kind: IdentityKind): string | null {
  const values = identities.filter((each) => each.kind === kind).map(({ value }) => value);
  return values.length === 0 ? null : values.join("; ");
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

function valuesOf(tracker: Tracker): Record<(typeof columns)[number], CsvValue> {
  return {
    id: tracker.id,
    name: tracker.name,
    type: tracker.type,
    mac: identitiesOf(tracker, "mac"),
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
    ibeacon: identitiesOf(tracker, "ibeacon"),
    eddystone_uid: identitiesOf(tracker, "eddystone_uid"),
    irk: identitiesOf(tracker, "irk"),
  };
}
