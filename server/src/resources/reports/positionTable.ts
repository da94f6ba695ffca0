import { csvCell, type CsvValue, lineEnd, type WriteTime } from "../../platform/http/csv.ts";
import { memoize } from "../../platform/runtime/memoize.ts";
import type { Places } from "../../pipeline/places/places.ts";
import { type IdPair, numberCells, type PositionRow } from "./positionRow.ts";
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
      const things = thingCells(stored, time);
      const placed = placedCells(places, time);
      for await (const { rows, share } of staysInOrder(stored, siteId, spanOf(report), isNewestFirst)) {
        await things.learn(rows);
        yield* turnsOf(rows, share, (row) => {
          const [startMs, endMs] = [wholeMs(row.start_s), wholeMs(row.end_s)];
          const place = placed(row.place);
          return (
            `${things.of(row)},${place.floor(row.room)},${numberCells(row.numbers, seesElevation)},${place.gateway},` +
            `${time(startMs)},${time(endMs)},${Math.round((endMs - startMs) / 1000)}${lineEnd}`
          );
        });
      }
    },
  };
}

const cells = (values: readonly CsvValue[], time: WriteTime): string =>
  values.map((value) => csvCell(value, time)).join(",");

/** The cells of assets and their trackers: each pair is written once, and the new ones of a part are read together. */
function thingCells(stored: ReportRows, time: WriteTime) {
  const known = new Map<IdPair, string>();
  const assets = namedCells(stored.assetNames, ({ name, type }) => cells([name, type], time), ",");
  const trackers = namedCells(stored.trackerNames, ({ name, mac }) => cells([name, mac], time), ",");
  return {
    learn: async (rows: readonly PositionRow[]): Promise<void> => {
      const unknown = new Set<IdPair>();
      for (const { things } of rows) if (!known.has(things)) unknown.add(things);
      await assets.learn([...unknown], ({ one }) => one);
      await trackers.learn([...unknown], ({ other }) => other);
      for (const things of unknown) known.set(things, `${assets.of(things.one)},${trackers.of(things.other)}`);
    },
    of: ({ things }: PositionRow): string => known.get(things)!,
  };
}

/** The cells of places, of which there are few: each is written once. */
function placedCells(places: Places, time: WriteTime) {
  return memoize(({ one, other }: IdPair) => {
    const [floorId, gatewayId] = [one || null, other || null];
    const [building, floor] = places.sections(floorId);
    return {
      gateway: csvCell(places.gateway(gatewayId)?.name ?? null, time),
      floor: memoize((room: string | null) => {
        const location = places.location(floorId, room === null ? null : { name: JSON.parse(room) as string });
        return cells([building?.name ?? null, floor?.name ?? null, location], time);
      }),
    };
  });
}

/** The cells of things whose ids are in many rows: each thing is read and written once. */
function namedCells<Named extends { id: string }>(
  read: (ids: readonly string[]) => Promise<Named[]>,
  write: (named: Named) => string,
  none: string,
) {
  const known = new Map<string, string>();
  return {
    learn: async <Row>(rows: readonly Row[], idOf: (row: Row) => string): Promise<void> => {
      const unknown = new Set<string>();
      for (const row of rows) if (!known.has(idOf(row))) unknown.add(idOf(row));
      if (unknown.size === 0) return;
      // One that no longer exists is not asked for again.
      for (const id of unknown) known.set(id, none);
      for (const named of await read([...unknown])) known.set(named.id, write(named));
    },
    of: (id: string): string => known.get(id) ?? none,
  };
}
