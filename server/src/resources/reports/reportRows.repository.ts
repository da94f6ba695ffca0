import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
import type { ColdRow } from "../../pipeline/history/cold/coldRow.ts";
import { countOf, type PositionLines } from "./positionRow.ts";
import type { ReportSlice } from "./slices.ts";

export type ReportRows = ReturnType<typeof reportRowsRepository>;
export type StayRow = Awaited<ReturnType<ReportRows["stays"]>>[number];
export type RingRow = Awaited<ReturnType<ReportRows["rings"]>>[number];

interface Span {
  start: Date;
  end: Date;
}

/** Few enough that writing them delays nothing else. */
const pageRows = 2000;
/** The lines that `positionReader` parses. */
const lines = sql`string_agg(concat_ws(';', date_part('epoch', p.ts), date_part('epoch', p.end_ts),
  coalesce(p.nearest_hardware_id::text, ''), concat(p.lat, ',', p.lon, ',', p.elevation, ',', p.accuracy),
  case when p.room_id is not null and p.room_probability is not null then to_json(p.room_name) end), E'\\n') as lines`;
const isOneOf = (ids: readonly string[]) => sql<boolean>`id = any(${arrayOf("uuid", ids, (id) => id)})`;

/** Few enough not to slow down the live path if the database is in the same process. */
export const fewRows = 2500;

/** What `lines` and their groups are made of. */
const lineColumns = sql.raw(
  [
    "asset_id",
    "tracker_id",
    "floor_id",
    "ts",
    "end_ts",
    "nearest_hardware_id",
    "lat",
    "lon",
    "elevation",
    "accuracy",
    "room_id",
    "room_name",
    "room_probability",
  ]
    .map((name) => `p.${name}`)
    .join(", "),
);

/** Rows of cold files as a table with the same columns. */
const coldTable = (rows: readonly ColdRow[]): RawBuilder<unknown> => {
  const uuids = (cell: (row: ColdRow) => string | null) => arrayOf("uuid", rows, cell);
  const reals = (cell: (row: ColdRow) => number | null) => arrayOf("real", rows, cell);
  return sql`unnest(${uuids((row) => row.asset_id)}, ${uuids((row) => row.tracker_id)}, ${uuids((row) => row.floor_id)},
    ${arrayOf("timestamptz", rows, (row) => row.ts.toISOString())},
    ${arrayOf("timestamptz", rows, (row) => row.end_ts.toISOString())},
    ${uuids((row) => row.nearest_hardware_id)},
    ${arrayOf("float8", rows, (row) => row.lat)}, ${arrayOf("float8", rows, (row) => row.lon)},
    ${reals((row) => row.elevation)}, ${reals((row) => row.accuracy)},
    ${uuids((row) => row.room_id)}, ${arrayOf("text", rows, (row) => row.room_name)}, ${reals((row) => row.room_probability)})
    as p (asset_id, tracker_id, floor_id, ts, end_ts, nearest_hardware_id, lat, lon, elevation, accuracy, room_id, room_name,
      room_probability)`;
};

/**
 * The rows that reports' files are made of, read in short turns.
 * @param months what is in cold files
 * @param goodRows how many stays a turn should have
 */
export function reportRowsRepository(db: Kysely<Database>, months: ColdHistory, goodRows = fewRows) {
  return {
    pageRows,
    goodRows,

    /** The stays of a site's assets that began in a slice of time. Null: they are more than `most`. */
    began: (siteId: string, { from, to, isLast }: ReportSlice, most: number | null): Promise<PositionLines[] | null> =>
      months.read(db, { siteId }, { from, to }, async (cold) => {
        const frozen = await cold.began({ fromMs: from.getTime(), toMs: isLast ? to.getTime() : to.getTime() - 1 });
        const ofAssets = frozen.filter((row) => row.asset_id !== null);
        if (most !== null && ofAssets.length > most) return null;
        const before = isLast ? sql`p.ts <= ${to}` : sql`p.ts < ${to}`;
        const { rows } = await sql<PositionLines>`
          select p.asset_id, p.tracker_id, p.floor_id, count(*)::int as count, ${lines} from (
            (select ${lineColumns} from assets a, lateral (
              select * from positions p where p.asset_id = a.id and p.ts >= ${from} and ${before}
            ) as p
            where a.site_id = ${siteId}
            limit ${most === null ? null : most + 1}::bigint)
            ${ofAssets.length === 0 ? sql`` : sql`union all select ${lineColumns} from ${coldTable(ofAssets)}`}
          ) as p
          group by p.asset_id, p.tracker_id, p.floor_id`.execute(db);
        return most !== null && countOf(rows) > most ? null : rows;
      }),

    /** The stays of a site's assets that began before a moment and reach to it: at most one of each tracker. */
    reaching: (siteId: string, at: Date): Promise<PositionLines[]> =>
      months.read(db, { siteId }, { from: at, to: at }, async (cold) => {
        const atMs = at.getTime() - 1;
        const trackers = cold.isEmpty ? [] : await linkedTrackers(db, siteId);
        const frozen = (await cold.lastAt(trackers.map((trackerId) => ({ trackerId, atMs })))).flatMap(
          (row) => row ?? [],
        );
        // At most one of them and of the others is the last of its tracker that reaches to the moment.
        const fromFiles = sql`union all select ${lineColumns} from ${coldTable(frozen)}`;
        const { rows } = await sql<PositionLines>`
          with of_site as (select id from assets where site_id = ${siteId})
          select p.asset_id, p.tracker_id, p.floor_id, count(*)::int as count, ${lines} from (
            select ${lineColumns} from (
              select distinct l.tracker_id from links l join of_site on of_site.id = l.asset_id
            ) as wanted, lateral (
              select x.* from positions x where x.tracker_id = wanted.tracker_id and x.ts < ${at}
                order by x.ts desc limit 1
            ) as p
            ${frozen.length === 0 ? sql`` : fromFiles}
          ) as p
          where p.end_ts >= ${at} and p.asset_id in (select id from of_site)
          group by p.asset_id, p.tracker_id, p.floor_id`.execute(db);
        return rows;
      }),

    assetNames: (ids: readonly string[]) =>
      db.selectFrom("assets").select(["id", "name", "type"]).where(isOneOf(ids)).execute(),

    trackerNames: (ids: readonly string[]) =>
      db.selectFrom("trackers").select(["id", "name", "mac"]).where(isOneOf(ids)).execute(),

    /** The geofences of a site by name, deleted ones too. */
    geofences: (siteId: string): Promise<{ id: string; name: string }[]> =>
      db
        .selectFrom("geofences")
        .select(["id", "name"])
        .where("site_id", "=", siteId)
        .orderBy(sql`lower(name)`)
        .orderBy("id")
        .execute(),

    /** A page of the stays in these geofences that overlap the span. */
    stays: (
      ids: readonly string[],
      { start, end }: Span,
      after: { enter_at: Date; id: string } | null,
      isNewestFirst: boolean,
    ) =>
      db
        .selectFrom("geofence_stays as x")
        .innerJoin("assets as a", "a.id", "x.asset_id")
        .innerJoin("geofences as g", "g.id", "x.geofence_id")
        .select(["x.id", "x.enter_at", "x.exit_at", "x.exit_reason"])
        .select(["g.name as geofence_name", "a.name as asset_name", "a.type as asset_type"])
        .where(sql<boolean>`x.geofence_id = any(${arrayOf("uuid", ids, (id) => id)})`)
        .where("x.enter_at", "<=", end)
        .where((eb) => eb.or([eb("x.exit_at", "is", null), eb("x.exit_at", ">=", start)]))
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(x.enter_at, x.id) ${sql.raw(isNewestFirst ? "<" : ">")} (${after!.enter_at}, ${after!.id}::uuid)`,
          ),
        )
        .orderBy("x.enter_at", isNewestFirst ? "desc" : "asc")
        .orderBy("x.id", isNewestFirst ? "desc" : "asc")
        .limit(pageRows)
        .execute(),

    /** A page of the requests to let trackers of a site ring. */
    rings: async (siteId: string, { start, end }: Span, after: { requested_at: Date; id: string } | null) => {
      const of: Span = { start: after?.requested_at ?? start, end };
      return months.read(db, { siteId }, { from: of.start, to: new Date(8.64e15) }, async (cold) => {
        const rows = await ringPage(db, siteId, of, after);
        if (cold.isEmpty) return rows;
        const moments = rows.map((row) => ({
          trackerId: row.target_id,
          atMs: (row.completed_at ?? row.requested_at).getTime(),
        }));
        const frozen = await cold.lastAt(moments);
        return rows.map((row, nth) => {
          const place = frozen[nth];
          if (place === null || place === undefined || (row.place_ts !== null && row.place_ts >= place.ts)) return row;
          const { floor_id, room_id, room_name, room_probability } = place;
          return { ...row, floor_id, room_id, room_name, room_probability };
        });
      });
    },

    /** The trackers of a site by name, archived ones too, with what they carry and where they were last. */
    trackers: (siteId: string) =>
      db
        .selectFrom("trackers as t")
        .leftJoin("tracker_status as s", "s.tracker_id", "t.id")
        .leftJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "t.id").on("l.unlinked_at", "is", null))
        .leftJoin("assets as a", "a.id", "l.asset_id")
        .leftJoin("latest_positions as p", "p.tracker_id", "t.id")
        .select(["t.id", "t.name", "t.mac", "t.type", "t.serial_no", "a.name as asset_name", "s.battery_level"])
        .select(["p.floor_id", "p.room_id", "p.room_name", "p.room_probability"])
        .where("t.site_id", "=", siteId)
        .orderBy(sql`lower(t.name)`)
        .orderBy("t.id")
        .execute(),

    /** Which of these trackers were heard in the span, and how. */
    gatewaySightings: async (ids: readonly string[], { start, end }: Span) => {
      const rows = await db
        .selectFrom("sightings")
        .select("tracker_id")
        .select([
          sql<Date>`min(ts)`.as("first"),
          sql<Date>`max(ts)`.as("last"),
          sql<number>`sum(count)::float8`.as("sightings"),
          sql<number>`count(distinct hardware_id)::int`.as("gateways"),
        ])
        .where(sql<boolean>`tracker_id = any(${arrayOf("uuid", ids, (id) => id)})`)
        .where("ts", ">=", start)
        .where("ts", "<=", end)
        .groupBy("tracker_id")
        .execute();
      return new Map(rows.map((row) => [row.tracker_id, row]));
    },
  };
}

/** A page of the requests to let trackers of a site ring, with where the database last had them then. */
function ringPage(
  db: Kysely<Database>,
  siteId: string,
  { start, end }: Span,
  after: { requested_at: Date; id: string } | null,
) {
  return db
    .selectFrom("device_requests as r")
    .leftJoin("trackers as t", "t.id", "r.target_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("positions as p")
          .select(["p.floor_id", "p.room_id", "p.room_name", "p.room_probability", "p.ts"])
          .whereRef("p.tracker_id", "=", "r.target_id")
          .where("p.ts", "<=", sql<Date>`coalesce(r.completed_at, r.requested_at)`)
          .orderBy("p.ts", "desc")
          .limit(1)
          .as("p"),
      (join) => join.onTrue(),
    )
    .select(["r.id", "r.target_id", "r.requested_at", "r.requested_by", "r.asset_name", "r.target_name", "t.mac"])
    .select(["r.via_name", "r.state", "r.reason", "r.completed_at"])
    .select(["p.floor_id", "p.room_id", "p.room_name", "p.room_probability", "p.ts as place_ts"])
    .where("r.site_id", "=", siteId)
    .where("r.kind", "=", "ring")
    .where("r.requested_at", ">=", start)
    .where("r.requested_at", "<=", end)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(r.requested_at, r.id) > (${after!.requested_at}, ${after!.id}::uuid)`),
    )
    .orderBy("r.requested_at")
    .orderBy("r.id")
    .limit(pageRows)
    .execute();
}

/** The trackers that a site's assets have or had. */
async function linkedTrackers(db: Kysely<Database>, siteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("links as l")
    .innerJoin("assets as a", "a.id", "l.asset_id")
    .select("l.tracker_id")
    .distinct()
    .where("a.site_id", "=", siteId)
    .execute();
  return rows.map((row) => row.tracker_id);
}
