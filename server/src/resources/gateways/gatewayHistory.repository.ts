import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** What a gateway heard of one tracker in ten seconds. */
export interface SightingRow {
  ts: Date;
  tracker_id: string;
  tracker_name: string;
  asset_id: string | null;
  asset_name: string | null;
  rssi: number;
}

interface Span {
  start: Date;
  end: Date;
}

/** A gateway's sightings of a span, newest first. Trackers and assets that were deleted since keep their names. */
export function gatewayHistoryRepository(db: Kysely<Database>) {
  const inSpan = (gatewayId: string, { start, end }: Span) =>
    db
      .selectFrom("sightings as g")
      .where("g.hardware_id", "=", gatewayId)
      .where("g.ts", ">=", start)
      .where("g.ts", "<=", end);
  return {
    count: async (gatewayId: string, span: Span): Promise<number> =>
      (
        await inSpan(gatewayId, span)
          .select(sql<number>`count(*)::int`.as("n"))
          .executeTakeFirstOrThrow()
      ).n,

    /** A part of it: by offset, or what follows a row. */
    part: (
      gatewayId: string,
      span: Span,
      { limit, offset = 0, after }: { limit: number; offset?: number; after?: SightingRow | undefined },
    ): Promise<SightingRow[]> =>
      inSpan(gatewayId, span)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(g.ts, g.tracker_id) < (${after?.ts}::timestamptz, ${after?.tracker_id}::uuid)`),
        )
        .leftJoin("trackers as t", "t.id", "g.tracker_id")
        .leftJoin("assets as a", "a.id", "g.asset_id")
        .select(["g.ts", "g.tracker_id", "g.asset_id", "g.rssi", "a.name as asset_name"])
        .select(sql<string>`coalesce(t.name, '')`.as("tracker_name"))
        .orderBy("g.ts", "desc")
        .orderBy("g.tracker_id", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),
  };
}
