import type { FenceSite } from "./kml/kmlFences.ts";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { GeofencesTable } from "../../platform/database/tables/geofences.ts";
import { countedPage, keywordCondition, ordering, type SearchQuery } from "../../platform/database/listing.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/** An asset in a geofence, as part of the geofence's row. */
export interface InsideRow {
  id: string;
  guid: string;
  name: string;
  enter_ms: number;
}

export interface GeofenceRow extends Selectable<GeofencesTable> {
  num_inside: number;
  /** By the time of entering, the newest first. */
  inside: readonly InsideRow[];
}

export interface GeofenceQuery extends SearchQuery {
  type?: string[] | undefined;
  floorId?: string[] | undefined;
}

const searchColumns = { name: sql`g.name`, type: sql`g.type` };
const sortColumns = {
  id: sql`g.id`,
  name: sql`lower(g.name)`,
  type: sql`g.type`,
  radius: sql`g.radius`,
  geofence_exit_timeout: sql`g.geofence_exit_timeout`,
  num_assets_inside: sql`num_inside`,
  created_at: sql`g.created_at`,
};
const nullable = ["radius", "geofence_exit_timeout"];

/** The assets that are in geofence `g` now. */
const staysNow = sql`from geofence_stays s join assets a on a.id = s.asset_id
  where s.geofence_id = g.id and s.exit_at is null and a.deleted_at is null and not a.archived`;
const numInside = sql<number>`(select count(*)::int ${staysNow})`;
const inside = (most: number | null): RawBuilder<InsideRow[]> => sql<InsideRow[]>`(
  select coalesce(json_agg(json_build_object('id', x.id, 'guid', x.guid, 'name', x.name,
    'enter_ms', extract(epoch from x.enter_at) * 1000) order by x.enter_at desc, x.id), '[]')
  from (select a.id, a.guid, a.name, s.enter_at ${staysNow} order by s.enter_at desc, a.id
    ${most === null ? sql`` : sql`limit ${most}`}) as x)`;

export type GeofencesRepository = ReturnType<typeof geofencesRepository>;

/** @param db a transaction's handle shows what it has written */
export function geofencesRepository(db: Kysely<Database>) {
  const fences = () => db.selectFrom("geofences as g").where("g.deleted_at", "is", null);
  const matching = (siteId: string, query: GeofenceQuery) =>
    fences()
      .where("g.site_id", "=", siteId)
      .where(keywordCondition(query, searchColumns))
      .$if(Boolean(query.type?.length), (of) => of.where("g.type", "in", query.type as GeofencesTable["type"][]))
      .$if(Boolean(query.floorId?.length), (of) =>
        of.where(
          sql<boolean>`(g.floor_ids = '{}' or g.floor_ids && ${arrayOf("uuid", query.floorId!, (floor) => floor)})`,
        ),
      );

  return {
    /** A page of a site's geofences. The assets inside are read only for the rows of the page. */
    page: async (
      siteId: string,
      query: GeofenceQuery,
      page: { limit: number; offset: number },
      maxInside: number,
    ): Promise<{ rows: GeofenceRow[]; count: number }> => {
      const found = matching(siteId, query);
      return countedPage(
        found.select(sql<number>`count(*)`.as("count")),
        (total) => {
          const rows = db
            .selectFrom(
              found
                .selectAll("g")
                .select([total.as("total_count"), numInside.as("num_inside")])
                .as("g"),
            )
            .selectAll("g")
            .orderBy(ordering(query, sortColumns, nullable))
            .limit(page.limit)
            .offset(page.offset);
          return db
            .selectFrom(rows.as("g"))
            .selectAll("g")
            .select(inside(maxInside).as("inside"))
            .orderBy(ordering(query, sortColumns, nullable))
            .execute();
        },
        page,
      );
    },

    /** With all assets that are inside. */
    find: (id: string): Promise<GeofenceRow | undefined> =>
      fences()
        .selectAll("g")
        .select([numInside.as("num_inside"), inside(null).as("inside")])
        .where("g.id", "=", id)
        .executeTakeFirst(),

    /** Where a geofence belongs; deleted ones are left out. */
    place: (id: string): Promise<PlacedGeofence | undefined> =>
      fences()
        .select(["g.id", "g.name", "g.site_id as siteId", "g.customer_id as customerId"])
        .where("g.id", "=", id)
        .executeTakeFirst(),

    /**
     * What the fences of a file are compared with. A site is where its first plan is, else where it says; one without a
     * place is at 0, 0 (product.md section 5).
     */
    fenceSite: async (siteId: string): Promise<Omit<FenceSite, "nameCharacters">> => {
      const existingNames = await fences().select("g.name").where("g.site_id", "=", siteId).execute();
      const site = await db.selectFrom("sites").select(["lat", "lon"]).where("id", "=", siteId).executeTakeFirst();
      const floors = await db
        .selectFrom("floors")
        .select(["id", "name", "nw_lat", "nw_lon", "se_lat", "se_lon"])
        .where("site_id", "=", siteId)
        .orderBy("id")
        .execute();
      const [plan] = floors;
      const place =
        plan === undefined
          ? { lat: site?.lat ?? 0, lon: site?.lon ?? 0 }
          : { lat: (plan.nw_lat + plan.se_lat) / 2, lon: (plan.nw_lon + plan.se_lon) / 2 };
      return {
        existingNames: new Set(existingNames.map(({ name }) => name)),
        place: place.lat === 0 && place.lon === 0 ? null : place,
        floors: floors.map(({ id, name }) => ({ id, name })),
      };
    },

    siteName: async (siteId: string): Promise<string> =>
      (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirst())?.name ?? "",

    /** The names of a site's floors with their buildings', by id. */
    floorNames: async (siteId: string): Promise<Map<string, string>> => {
      const rows = await db
        .selectFrom("floors as f")
        .innerJoin("buildings as b", "b.id", "f.building_id")
        .select(["f.id", "f.name", "b.name as building"])
        .where("f.site_id", "=", siteId)
        .execute();
      return new Map(rows.map(({ id, name, building }) => [id, `${building} · ${name}`]));
    },
  };
}

/** A geofence that somebody may reach, and where it belongs. */
export interface PlacedGeofence {
  id: string;
  name: string;
  siteId: string;
  customerId: string;
}
