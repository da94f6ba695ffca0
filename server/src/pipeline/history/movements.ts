import type { Position } from "@pulse/contract/assets";
import { limits } from "@pulse/contract/limits";
import { type PageMetadata, pageMetadata } from "@pulse/contract/page";
import type { FastifyReply } from "fastify";
import type { Reading } from "../../platform/database/databasePort.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../../platform/http/csv.ts";
import { servedMetres, servedPlace, servedRoom } from "../../platform/http/servedDigits.ts";
import { placesOf, type Places, roomOf } from "../places/places.ts";
import type { ColdHistory } from "./cold/coldHistory.ts";
import { placeCells } from "./placeCells.ts";
import { positionHistory, type StoredPosition } from "./positionHistory.ts";
import type { ShownPosition } from "./smoothedPlaces.ts";
import { assetNames, trackerNames } from "./thingNames.repository.ts";

export type Movements = ReturnType<typeof movements>;

/** What moved: an asset with whichever tracker it had, or a tracker on whichever asset it was. */
export interface Mover {
  kind: "asset" | "tracker";
  id: string;
  siteId: string;
  name: string;
}
interface Span {
  start: Date;
  end: Date;
}

/** How many rows of a file are read at a time. */
const fileRows = 2_000;

const ofMover = ({ kind, id }: Mover) => (kind === "asset" ? { assetId: id } : { trackerId: id });

/** Where an asset or a tracker was, as a page of positions or as a file. */
export function movements({ prompt: db, patient }: Reading, months: ColdHistory) {
  const history = positionHistory(db, months);
  return {
    page: async (
      mover: Mover,
      { start, end }: Span,
      query: {
        order?: "asc" | "desc" | undefined;
        page?: number | undefined;
        limit?: number | undefined;
        maxPoints?: number | undefined;
      },
    ): Promise<{ content: Position[]; metadata: PageMetadata }> => {
      const [page, limit] = [query.page ?? 1, query.limit ?? limits.historyLimit];
      const { rows, totalCount } = await history.find({
        of: ofMover(mover),
        from: start,
        to: end,
        order: query.order ?? "asc",
        page,
        limit,
        maxPoints: query.maxPoints,
      });
      const places = await placesOf(db, mover.siteId, gatewaysOf(rows));
      return { content: rows.map((row) => position(row, places)), metadata: pageMetadata(totalCount, page, limit) };
    },

    /** Several assets of a site at once, each thinned, in the requested order. */
    pages: async (
      siteId: string,
      assetIds: readonly string[],
      { start, end }: Span,
      maxPoints: number,
    ): Promise<{ assetId: string; positions: Position[] }[]> => {
      const rowsByAsset = await history.ofAssets(assetIds, { from: start, to: end }, maxPoints);
      const rows = [...rowsByAsset.values()].flat();
      const places = await placesOf(db, siteId, gatewaysOf(rows));
      return assetIds.map((assetId) => ({
        assetId,
        positions: (rowsByAsset.get(assetId) ?? []).map((row) => position(row, places)),
      }));
    },

    /** The whole span as CSV (shapes S15), read in short turns while the client downloads it. */
    file: (
      reply: FastifyReply,
      mover: Mover,
      { start, end }: Span,
      as: { zone: string; elevations: boolean },
    ): FastifyReply => {
      const time = zonedTime(as.zone);
      const columns = fileColumns.filter((column) => as.elevations || column !== "elevation");
      const rows = async function* (): AsyncGenerator<CsvValue[]> {
        const isAsset = mover.kind === "asset";
        const linkedNames = await (isAsset ? trackerNames : assetNames)(patient, mover.id);
        const nameOf = (id: string | null): string | null => (id === null ? null : (linkedNames.get(id) ?? null));
        const batches = positionHistory(patient, months).batches(ofMover(mover), { from: start, to: end }, fileRows);
        for await (const batch of batches) {
          const places = await placesOf(patient, mover.siteId, gatewaysOf(batch));
          for (const row of batch) {
            const values = isAsset
              ? fileRow(row, mover.name, nameOf(row.tracker_id), places)
              : fileRow(row, nameOf(row.asset_id), mover.name, places);
            yield columns.map((column) => values[column]);
          }
        }
      };
      return sendCsv(reply, { name: csvName(`${mover.kind}-history`, mover.name, start, end), columns, time }, rows());
    },
  };
}

const gatewaysOf = (rows: readonly StoredPosition[]): (string | null)[] => rows.map((row) => row.nearest_hardware_id);

const fileColumns = [
  "timestamp",
  "end_timestamp",
  "asset_name",
  "tracker_name",
  "building",
  "floor",
  "location",
  "lat",
  "lon",
  "elevation",
  "accuracy",
  "nearest_hardware",
  "nearest_hardware_dis",
] as const;

function fileRow(
  row: ShownPosition,
  assetName: string | null,
  trackerName: string | null,
  places: Places,
): Record<(typeof fileColumns)[number], CsvValue> {
  return {
    timestamp: row.ts,
    end_timestamp: row.end_ts,
    asset_name: assetName,
    tracker_name: trackerName,
    ...placeCells(row, places),
    // As the page shows them. A report's file, which has many more rows, has them as they are stored.
    ...servedPlace(row),
    elevation: servedMetres(row.elevation),
    accuracy: servedMetres(row.accuracy),
    nearest_hardware_dis: servedMetres(row.nearest_dis),
  };
}

function position(row: ShownPosition, places: Places): Position {
  const nearest = places.gateway(row.nearest_hardware_id);
  return {
    timestamp: row.ts.toISOString(),
    endTimestamp: row.end_ts.toISOString(),
    ...servedPlace(row),
    elevation: servedMetres(row.elevation),
    floorId: row.floor_id,
    location: places.location(row.floor_id, roomOf(row)),
    accuracy: servedMetres(row.accuracy),
    accuracyOuter: servedMetres(row.accuracy_outer),
    mechanism: row.mechanism,
    moving: row.moving,
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: servedMetres(row.nearest_dis),
    trackerId: row.tracker_id,
    room: servedRoom(roomOf(row)),
    smoothed: row.smoothed,
  };
}
