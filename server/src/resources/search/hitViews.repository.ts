import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** How a hit is shown. */
export interface HitView {
  detail: string;
  /** Where the browser's app shows it. */
  path: string;
}

type Ids = readonly string[];
type ViewsById = Promise<Map<string, HitView>>;

const joined = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join(" · ");
const byId = <R extends { id: string }>(rows: readonly R[], show: (row: R) => HitView): Map<string, HitView> =>
  new Map(rows.map((row) => [row.id, show(row)]));

/** "Forklift · Harbour Warehouse · Floor 1", on the map. */
export async function assetHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("assets as x")
    .innerJoin("sites as s", "s.id", "x.site_id")
    .select(["x.id", "x.guid", "x.type", "x.site_id", "s.name as site"])
    .select(
      sql<string | null>`(select f.name from latest_positions p join floors f on f.id = p.floor_id
        where p.asset_id = x.id and p.site_id = x.site_id order by p.end_ts desc limit 1)`.as("floor"),
    )
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({
    detail: joined(row.type, row.site, row.floor),
    path: `/sites/${row.site_id}/map?asset=${row.guid}`,
  }));
}

/** Trackers have no page yet, so they lead to their asset on the map, or to the map. */
export async function trackerHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("trackers as x")
    .innerJoin("sites as s", "s.id", "x.site_id")
    .leftJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "x.id").on("l.unlinked_at", "is", null))
    .leftJoin("assets as a", (join) =>
      join.onRef("a.id", "=", "l.asset_id").on("a.archived", "=", false).on("a.deleted_at", "is", null),
    )
    .select(["x.id", "x.mac", "x.serial_no", "x.site_id", "s.name as site", "a.guid as asset", "a.name as asset_name"])
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({
    detail: joined(row.mac, row.serial_no, row.asset_name, row.site),
    path: `/sites/${row.site_id}/map${row.asset === null ? "" : `?asset=${row.asset}`}`,
  }));
}

/** Gateways have no page yet, so they lead to their card on the map. */
export async function gatewayHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("hardwares as x")
    .innerJoin("sites as s", "s.id", "x.site_id")
    .leftJoin("floors as f", "f.id", "x.floor_id")
    .select(["x.id", "x.guid", "x.mac", "x.site_id", "s.name as site", "f.name as floor"])
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({
    detail: joined(row.mac, row.site, row.floor),
    path: `/sites/${row.site_id}/map?gateway=${row.guid}`,
  }));
}

/** "Harbour Warehouse · Floor 1", on its own page, which shows it on the plan. */
export async function geofenceHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("geofences as x")
    .innerJoin("sites as s", "s.id", "x.site_id")
    .select(["x.id", "x.site_id", "s.name as site"])
    .select(
      sql<string | null>`(select string_agg(f.name, ', ' order by f.level)
        from floors f where f.id = any(x.floor_ids))`.as("floors"),
    )
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({
    detail: joined(row.site, row.floors),
    path: `/sites/${row.site_id}/geofences/${row.id}`,
  }));
}

/** "Harbour Warehouse · Floor 1", on the map, which goes there. */
export async function roomHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("drawn_rooms as x")
    .innerJoin("sites as s", "s.id", "x.site_id")
    .innerJoin("floors as f", "f.id", "x.floor_id")
    .select(["x.id", "x.site_id", "x.floor_id", "s.name as site", "f.name as floor"])
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({
    detail: joined(row.site, row.floor),
    path: `/sites/${row.site_id}/map?floor=${row.floor_id}&room=${row.id}`,
  }));
}

export async function siteHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("sites as x")
    .innerJoin("customers as c", "c.id", "x.customer_id")
    .select(["x.id", "x.location", "c.name as customer"])
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({ detail: joined(row.customer, row.location), path: `/sites/${row.id}/map` }));
}

export async function customerHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("customers")
    .select(["id", "customer_code", "location"])
    .where("id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({ detail: joined(row.customer_code, row.location), path: `/customers/${row.id}` }));
}

export async function userHits(db: Kysely<Database>, ids: Ids): ViewsById {
  const rows = await db
    .selectFrom("users as x")
    .leftJoin("roles as r", "r.id", "x.role_id")
    .select(["x.id", "x.email", "r.name as role"])
    .where("x.id", "in", [...ids])
    .execute();
  return byId(rows, (row) => ({ detail: joined(row.email, row.role), path: `/access/users/${row.id}` }));
}
