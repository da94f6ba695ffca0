import { csvCell, type CsvValue, lineEnd, type WriteTime } from "../http/csv.ts";
import { remembered } from "../remembered.ts";
import type { Places } from "../sites/places.ts";
import { namedCells } from "./namedCells.ts";
import { numberCells } from "./positionRow.ts";
import { readAhead } from "./readAhead.ts";
import { type ReportTable, spanOf, tableName, turnsOf, wholeMs } from "./reportTable.ts";
import type { ReportRows } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";
import { staysInOrder } from "./staysInOrder.ts";

const columns = [
  "asset_name",
  "asset_type",
  "tracker_name",
  "tracker_mac",
  "building",
  "floor",
  "location",
  "lat",
  "lon",
  "elevation",
  "accuracy",
  "nearest_hardware",
  "start_timestamp",
  "end_timestamp",
  "duration_s",
];

/** Where the assets of a site were, in the order in which their stays ended. */
export function positionTable(stored: ReportRows, places: Places, report: ListedReport): ReportTable {
  const { site_id: siteId, is_newest_first: isNewestFirst, sees_elevation: seesElevation } = report;
  return {
    name: tableName(report),
    columns: columns.filter((column) => seesElevation || column !== "elevation"),
    async *turns(time) {
      const assets = namedCells(stored.assetNames, ({ name, type }) => cells([name, type], time), ",");
      const trackers = namedCells(stored.trackerNames, ({ name, mac }) => cells([name, mac], time), ",");
      const placed = placedCells(places, time);
      for await (const { rows, share } of readAhead(staysInOrder(stored, siteId, spanOf(report), isNewestFirst))) {
        await assets.learn(rows, (row) => row.asset_id);
        await trackers.learn(rows, (row) => row.tracker_id);
        yield* turnsOf(rows, share, (row) => {
          const [startMs, endMs] = [wholeMs(row.start_s), wholeMs(row.end_s)];
          return (
            `${assets.of(row.asset_id)},${trackers.of(row.tracker_id)},${placed.floors(row.floor_id)(row.room)},` +
            `${numberCells(row.numbers, seesElevation)},` +
            `${placed.gateways(row.nearest_hardware_id)},${time(startMs)},${time(endMs)},` +
            `${Math.round((endMs - startMs) / 1000)}${lineEnd}`
          );
        });
      }
    },
  };
}

const cells = (values: readonly CsvValue[], time: WriteTime): string =>
  values.map((value) => csvCell(value, time)).join(",");

/** The cells of places, of which there are few: each is written once. */
function placedCells(places: Places, time: WriteTime) {
  return {
    floors: remembered((floorId: string | null) => {
      const [building, floor] = places.sections(floorId);
      return remembered((room: string | null) => {
        const location = places.location(floorId, room === null ? null : { name: room });
        return cells([building?.name ?? null, floor?.name ?? null, location], time);
      });
    }),
    gateways: remembered((id: string | null) => csvCell(places.gateway(id)?.name ?? null, time)),
  };
}
