import type { HardwareAssetHistoryEntry } from "@pulse/contract/gatewayReports";
import { limits } from "@pulse/contract/limits";
import { type PageMetadata, pageMetadata } from "@pulse/contract/page";
import type { RadioModel } from "@pulse/positioning/model/pathLoss";
import type { FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../../platform/http/csv.ts";
import { gatewayHistoryRepository, type SightingRow } from "./gatewayHistory.repository.ts";
import type { GatewayRow } from "./gateways.repository.ts";
import { distanceBy } from "./gatewayView.ts";
import { calibratedRadioOf } from "./calibratedRadio.ts";

export type GatewayHistory = ReturnType<typeof gatewayHistory>;

interface Span {
  start: Date;
  end: Date;
}

/** How many rows of a file are read at a time. */
const fileRows = 2_000;

/**
 * What a gateway has heard, newest first, as a page or as a file.
 * @param background for files, so that reading them does not take the connections that people wait for
 */
export function gatewayHistory(db: Kysely<Database>, background: Kysely<Database>) {
  const stored = gatewayHistoryRepository(db);
  return {
    page: async (
      gateway: GatewayRow,
      span: Span,
      query: { page?: number | undefined; limit?: number | undefined },
    ): Promise<{ content: HardwareAssetHistoryEntry[]; metadata: PageMetadata }> => {
      const [page, limit] = [query.page ?? 1, query.limit ?? limits.historyLimit];
      const rows = await stored.part(gateway.id, span, { limit, offset: (page - 1) * limit });
      const totalCount = await stored.count(gateway.id, span);
      const { radio } = await calibratedRadioOf(db, gateway);
      return { content: rows.map((row) => entryOf(radio, row)), metadata: pageMetadata(totalCount, page, limit) };
    },

    /** The whole span as CSV (shapes S15), read in short turns while the client downloads it. */
    file: (reply: FastifyReply, gateway: GatewayRow, { start, end }: Span, zone: string): FastifyReply => {
      const time = zonedTime(zone);
      const rows = async function* (): AsyncGenerator<CsvValue[]> {
        const turns = gatewayHistoryRepository(background);
        const { radio } = await calibratedRadioOf(background, gateway);
        let after: SightingRow | undefined;
        for (;;) {
          const turn = await turns.part(gateway.id, { start, end }, { limit: fileRows, after });
          for (const row of turn) {
            const { identifierName, assetName, rssi, distance } = entryOf(radio, row);
            yield [row.ts, identifierName, assetName, rssi, distance];
          }
          after = turn.at(-1);
          if (turn.length < fileRows) return;
        }
      };
      return sendCsv(reply, { name: csvName("asset-history", gateway.name, start, end), columns, time }, rows());
    },
  };
}

const columns = ["timestamp", "identifier_name", "asset_name", "rssi", "distance"] as const;

function entryOf(radio: RadioModel, row: SightingRow): HardwareAssetHistoryEntry {
  return {
    identifierName: row.tracker_name,
    trackerId: row.tracker_id,
    assetName: row.asset_name,
    assetId: row.asset_id,
    rssi: Number(row.rssi.toFixed(1)),
    distance: distanceBy(radio, row.rssi),
    timestamp: row.ts.toISOString(),
  };
}
