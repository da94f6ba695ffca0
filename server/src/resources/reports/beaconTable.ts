import { csvLine, type CsvValue } from "../../platform/http/csv.ts";
import { type Places, roomOf } from "../../pipeline/places/places.ts";
import { type ReportTable, spanOf, tableName, turnOf } from "./reportTable.ts";
import type { ReportRows } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";

const columns = [
  "tracker_name",
  "tracker_mac",
  "type",
  "serial_no",
  "asset_name",
  "first_heard",
  "last_heard",
  "sightings",
  "gateways_heard",
  "battery_level",
  "last_location",
];
const trackersAtOnce = 50;

/** The trackers of a site that were heard, by name. */
export function beaconTable(stored: ReportRows, places: Places, report: ListedReport): ReportTable {
  return {
    name: tableName(report),
    columns,
    async *turns(time) {
      const trackers = await stored.trackers(report.site_id);
      for (let start = 0; start < trackers.length; start += trackersAtOnce) {
        const some = trackers.slice(start, start + trackersAtOnce);
        const ids = some.map(({ id }) => id);
        const sightings = await stored.gatewaySightings(ids, spanOf(report));
        const rows = some.flatMap((row): CsvValue[][] => {
          const was = sightings.get(row.id);
          if (was === undefined) return [];
          const sightingCells = [was.first, was.last, was.sightings, was.gateways, row.battery_level];
          const location = places.location(row.floor_id, roomOf(row));
          return [[row.name, row.mac, row.type, row.serial_no, row.asset_name, ...sightingCells, location]];
        });
        yield turnOf(rows, (start + some.length) / trackers.length, (row) => csvLine(row, time));
      }
    },
  };
}
