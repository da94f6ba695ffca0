import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { exitTimeoutMin } from "../../platform/database/exitTimeout.ts";

/** Whose stays, and when. */
export interface StaySpan {
  of: { geofenceId: string } | { assetId: string };
  start: Date;
  end: Date;
}
export type StayRow = Awaited<ReturnType<ReturnType<typeof stayListsRepository>["page"]>>[number];

/** Reads the stays of assets in geofences; names of what was deleted stay. */
export function stayListsRepository(db: Kysely<Database>) {
  const stays = () =>
    db
      .selectFrom("geofence_stays as x")
      .innerJoin("assets as a", "a.id", "x.asset_id")
      .innerJoin("geofences as g", "g.id", "x.geofence_id");
  const overlapping = ({ of, start, end }: StaySpan) =>
    stays()
      .$if("geofenceId" in of, (query) => query.where("x.geofence_id", "=", (of as { geofenceId: string }).geofenceId))
      .$if("assetId" in of, (query) => query.where("x.asset_id", "=", (of as { assetId: string }).assetId))
      .where("x.enter_at", "<=", end)
      .where((eb) => eb.or([eb("x.exit_at", "is", null), eb("x.exit_at", ">=", start)]));

  return {
    count: async (query: StaySpan): Promise<number> =>
      (
        await overlapping(query)
          .select(sql<number>`count(*)::int`.as("n"))
          .executeTakeFirstOrThrow()
      ).n,

    /** Who entered last first. */
    page: (query: StaySpan, { limit, offset }: { limit: number; offset: number }) =>
      overlapping(query)
        .selectAll("x")
        .select(["g.name as geofence_name", "a.name as asset_name", "a.guid as asset_guid", "a.type as asset_type"])
        .orderBy("x.enter_at", "desc")
        .orderBy("x.id", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),

    /** The open stays of a site in geofences and of assets that are there. */
    open: (siteId: string) =>
      stays()
        .innerJoin("sites as s", "s.id", "g.site_id")
        .innerJoin("customers as c", "c.id", "g.customer_id")
        .selectAll("x")
        .select(["g.name as geofence_name", "g.restricted", "a.name as asset_name", "a.guid as asset_guid"])
        .select(exitTimeoutMin.as("exit_timeout_min"))
        .where("x.site_id", "=", siteId)
        .where("x.exit_at", "is", null)
        .where("g.deleted_at", "is", null)
        .where("a.deleted_at", "is", null)
        .where("a.archived", "=", false)
        .orderBy("x.enter_at", "desc")
        .orderBy("x.id", "desc")
        .execute(),

    siteName: async (siteId: string): Promise<string> =>
      (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirst())?.name ?? "",
  };
}
