import type { Position } from "@pulse/contract/assets";
import { limits } from "@pulse/contract/limits";
import { type PageMetadata, pageMetadata } from "@pulse/contract/page";
import type { FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { positionHistory, type StoredPosition } from "../history/positionHistory.ts";
import { type ShownPosition, withSmoothedPlaces } from "../history/smoothedPlaces.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../http/csv.ts";
import { placesOf, type Places } from "../sites/places.ts";
import { trackerNames } from "./assetTrackers.repository.ts";

export type AssetHistory = ReturnType<typeof assetHistory>;

interface HistoricAsset {
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

/**
 * Where an asset was, as a page of positions or as a file.
 * @param background for files, so that reading them does not take the connections that people wait for
 */
export function assetHistory(db: Kysely<Database>, background: Kysely<Database>) {
  const history = positionHistory(db);
  return {
    page: async (
      asset: HistoricAsset,
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
        of: { assetId: asset.id },
        from: start,
        to: end,
        order: query.order ?? "asc",
        page,
        limit,
        maxPoints: query.maxPoints,
      });
      const places = await placesOf(db, asset.siteId, gatewaysOf(rows));
      const shown = await withSmoothedPlaces(db, rows);
      return { content: shown.map((row) => position(row, places)), metadata: pageMetadata(totalCount, page, limit) };
    },

    /** Several assets of a site at once, each thinned, in the requested order. */
    pages: async (
      siteId: string,
      assetIds: readonly string[],
      { start, end }: Span,
      maxPoints: number,
    ): Promise<{ assetId: string; positions: Position[] }[]> => {
      const found = await history.ofAssets(assetIds, { from: start, to: end }, maxPoints);
      const rows = [...found.values()].flat();
      const places = await placesOf(db, siteId, gatewaysOf(rows));
      const shown = Map.groupBy(await withSmoothedPlaces(db, rows), (row) => row.asset_id);
      return assetIds.map((assetId) => ({
        assetId,
        positions: (shown.get(assetId) ?? []).map((row) => position(row, places)),
      }));
    },

    /** The whole span as CSV (shapes S15), read in short turns while the client downloads it. */
    file: (
      reply: FastifyReply,
      asset: HistoricAsset,
      { start, end }: Span,
      as: { zone: string; elevations: boolean },
    ): FastifyReply => {
      const time = zonedTime(as.zone);
      const columns = fileColumns.filter((column) => as.elevations || column !== "elevation");
      const rows = async function* (): AsyncGenerator<CsvValue[]> {
        const trackers = await trackerNames(background, asset.id);
        const turns = positionHistory(background).inTurns({ assetId: asset.id }, { from: start, to: end }, fileRows);
        for await (const found of turns) {
          const places = await placesOf(background, asset.siteId, gatewaysOf(found));
          for (const row of await withSmoothedPlaces(background, found)) {
            const values = fileRow(row, asset.name, trackers.get(row.tracker_id) ?? null, places);
            yield columns.map((column) => values[column]);
          }
        }
      };
      return sendCsv(reply, { name: csvName("asset-history", asset.name, start, end), columns, time }, rows());
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
  assetName: string,
  trackerName: string | null,
  places: Places,
): Record<(typeof fileColumns)[number], CsvValue> {
  const [building, floor] = places.sections(row.floor_id);
  return {
    timestamp: row.ts,
    end_timestamp: row.end_ts,
    asset_name: assetName,
    tracker_name: trackerName,
    building: building?.name ?? null,
    floor: floor?.name ?? null,
    location: places.location(row.floor_id),
    lat: row.lat,
    lon: row.lon,
    elevation: row.elevation,
    accuracy: row.accuracy,
    nearest_hardware: places.gateway(row.nearest_hardware_id)?.name ?? null,
    nearest_hardware_dis: row.nearest_dis,
  };
}

function position(row: ShownPosition, places: Places): Position {
  const nearest = places.gateway(row.nearest_hardware_id);
  return {
    timestamp: row.ts.toISOString(),
    endTimestamp: row.end_ts.toISOString(),
    lat: row.lat,
    lon: row.lon,
    elevation: row.elevation,
    floorId: row.floor_id,
    location: places.location(row.floor_id),
    accuracy: row.accuracy,
    accuracyOuter: row.accuracy_outer,
    mechanism: row.mechanism,
    moving: row.moving,
    nearestHardware: nearest?.name ?? null,
    nearestHardwareGuid: nearest?.guid ?? null,
    nearestHardwareDis: row.nearest_dis,
    trackerId: row.tracker_id,
    smoothed: row.smoothed,
  };
}
