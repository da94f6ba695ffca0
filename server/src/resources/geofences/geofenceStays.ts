import { AppError } from "@pulse/contract/errors";
import type { ActiveAlert, AlertReason, GeofenceHistoryEntry } from "@pulse/contract/geofenceStays";
import { limits } from "@pulse/contract/limits";
import { type PageMetadata, pageMetadata } from "@pulse/contract/page";
import type { FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { lastSeen } from "../assets/lastSeen.ts";
import { csvName, type CsvValue, sendCsv, zonedTime } from "../../platform/http/csv.ts";
import { servedPlace } from "../../platform/http/servedDigits.ts";
import { type StaySpan, stayListsRepository, type StayRow } from "./stayLists.repository.ts";

export type GeofenceStays = ReturnType<typeof geofenceStays>;

/** What a history asks for. */
export interface StaysQuery {
  siteId?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  convertToTimezone?: string | undefined;
  timezone?: string | undefined;
}

/** An asset in a geofence is silent after this share of its exit timeout. */
const silentShare = 0.5;

const columns = ["geofence_name", "asset_name", "asset_type", "enter_time", "exit_time", "exit_reason", "duration_s"];

/**
 * Which assets are and were in which geofences.
 * @param parts.background for files, which may take their time
 * @param parts.processedMs the moment up to which messages have been processed: while the server is behind, nothing is silent
 */
export function geofenceStays(parts: { db: Kysely<Database>; background: Kysely<Database>; processedMs(): number }) {
  const { db, background, processedMs } = parts;
  const stored = stayListsRepository(db);
  const slowLists = stayListsRepository(background);
  return {
    page: async (
      span: StaySpan,
      query: StaysQuery,
    ): Promise<{ content: GeofenceHistoryEntry[]; metadata: PageMetadata }> => {
      const { page = 1, limit = limits.historyLimit } = query;
      const count = await stored.count(span);
      const rows = await stored.page(span, { limit, offset: (page - 1) * limit });
      return { content: rows.map((row) => entryOf(row, span)), metadata: pageMetadata(count, page, limit) };
    },

    file: async (
      reply: FastifyReply,
      siteId: string,
      span: StaySpan,
      { convertToTimezone, timezone }: StaysQuery,
    ): Promise<FastifyReply> => {
      const time = zonedTime(convertToTimezone ?? timezone ?? "UTC");
      const limit = limits.historyLimitMax;
      const rows = async function* (): AsyncGenerator<CsvValue[]> {
        for (let offset = 0; ; offset += limit) {
          const batch = await slowLists.page(span, { limit, offset });
          for (const row of batch) yield cellsOf(row, entryOf(row, span));
          if (batch.length < limit) return;
        }
      };
      const name = csvName("geofence-history", await slowLists.siteName(siteId), span.start, span.end);
      return sendCsv(reply, { name, columns, time }, rows());
    },

    /** Throws `not_found` if the query names another site than the thing's. */
    checkSite: (siteId: string, query: StaysQuery): void => {
      if (query.siteId !== undefined && query.siteId !== siteId) throw new AppError("not_found");
    },

    active: async (siteId: string, { needsAttention = false }): Promise<ActiveAlert[]> => {
      const nowMs = processedMs();
      const rows = await stored.open(siteId);
      const seen = await lastSeen(db, [...new Set(rows.map(({ asset_id }) => asset_id))]);
      return rows.flatMap((row) => {
        const last = seen.get(row.asset_id);
        // It has been silent for longer than positions are kept.
        if (last === undefined) return [];
        const timeoutMs = row.exit_timeout_min * 60_000;
        const reasons: AlertReason[] = [
          ...(row.restricted ? (["restricted"] as const) : []),
          ...(nowMs - last.end_ts.getTime() > timeoutMs * silentShare ? (["silent"] as const) : []),
        ];
        if (needsAttention && reasons.length === 0) return [];
        return {
          id: row.id,
          geofenceId: row.geofence_id,
          geofenceName: row.geofence_name,
          assetId: row.asset_id,
          assetGuid: row.asset_guid,
          assetName: row.asset_name,
          trackerId: last.tracker_id,
          enterTime: row.enter_at.toISOString(),
          lastSeenAt: last.end_ts.toISOString(),
          exitAt: new Date(last.end_ts.getTime() + timeoutMs).toISOString(),
          floorId: last.floor_id,
          ...servedPlace(last),
          reasons,
        };
      });
    },
  };
}

function entryOf(row: StayRow, { start, end }: StaySpan): GeofenceHistoryEntry {
  const entered = row.enter_at < start ? null : row.enter_at;
  const exitAt = row.exit_at === null || row.exit_at > end ? null : row.exit_at;
  return {
    id: row.id,
    geofenceId: row.geofence_id,
    geofenceName: row.geofence_name,
    assetId: row.asset_id,
    assetGuid: row.asset_guid,
    assetName: row.asset_name,
    enterTime: entered?.toISOString() ?? null,
    exitTime: exitAt?.toISOString() ?? null,
    exitReason: exitAt === null ? null : row.exit_reason,
    durationS: entered && exitAt ? Math.round((exitAt.getTime() - entered.getTime()) / 1000) : null,
  };
}

function cellsOf({ asset_type }: StayRow, entry: GeofenceHistoryEntry): CsvValue[] {
  const { geofenceName, assetName, enterTime, exitTime, exitReason, durationS } = entry;
  const time = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return [geofenceName, assetName, asset_type, time(enterTime), time(exitTime), exitReason, durationS];
}
