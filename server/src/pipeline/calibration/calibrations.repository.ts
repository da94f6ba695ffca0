import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { CalibrationPointsTable, CalibrationsTable } from "../../platform/database/tables/calibrations.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type CalibrationsRepository = ReturnType<typeof calibrationsRepository>;
export type CalibrationRow = Selectable<CalibrationsTable>;
export type NewVersion = Omit<CalibrationRow, "active" | "created_at" | "version">;
export type PointRow = Selectable<CalibrationPointsTable> & { tracker_name: string; tracker_type: string };
/** A tracker that stands at a known place permanently. */
export type BeaconRow = Pick<
  PointRow,
  "id" | "site_id" | "floor_id" | "tracker_id" | "lat" | "lon" | "off_since" | "off_m"
> & {
  tracker_name: string;
  customer_id: string;
};

/** Where a tracker stands permanently. */
export interface FixedAt {
  floorId: string;
  floor: string;
  building: string;
  site: string;
  lat: number;
  lon: number;
}

/** Of the versions that a site made by itself from traffic, and of those from its points, it keeps the last 20 each. */
const maxOwnVersions = 20;
/** A mean over fewer steps of ten seconds says too little. */
const minSteps = 10;

export function calibrationsRepository(db: Kysely<Database>) {
  return {
    /** Newest first. */
    versions: (siteId: string, of: Kysely<Database> = db): Promise<CalibrationRow[]> =>
      of.selectFrom("calibrations").selectAll().where("site_id", "=", siteId).orderBy("version", "desc").execute(),

    newestOfTraffic: (siteId: string): Promise<CalibrationRow | undefined> =>
      db
        .selectFrom("calibrations")
        .selectAll()
        .where("site_id", "=", siteId)
        .where("source", "=", "traffic")
        .orderBy("version", "desc")
        .limit(1)
        .executeTakeFirst(),

    /**
     * Stores a new version and uses it. One that the site made by itself is refused if a person has meanwhile chosen a
     * version: one from traffic also if a survey is in use, one from its points (`beaten`: the version that it is
     * better than, null: none) if that is no longer in use. Returns its number, or null if it was refused.
     */
    insertVersion: async (trx: WriteTransaction, row: NewVersion, beaten?: number | null): Promise<number | null> => {
      const site = await trx
        .selectFrom("sites")
        .select("self_calibrating")
        .where("id", "=", row.site_id)
        .forUpdate()
        .executeTakeFirst();
      if (!site) return null;
      const isOwn = row.source === "traffic" || beaten !== undefined;
      if (isOwn) {
        const active = await trx
          .selectFrom("calibrations")
          .select(["level", "version"])
          .where("site_id", "=", row.site_id)
          .where("active", "=", true)
          .executeTakeFirst();
        const isOutdated = beaten === undefined ? active && active.level > 1 : (active?.version ?? null) !== beaten;
        if (!site.self_calibrating || isOutdated) return null;
      }
      await deactivate(trx, row.site_id);
      const newest = await trx
        .selectFrom("calibrations")
        .select((eb) => eb.fn.max("version").as("version"))
        .where("site_id", "=", row.site_id)
        .executeTakeFirst();
      const version = (newest?.version ?? 0) + 1;
      const data = { ...row.data, calibration: { ...row.data.calibration, version } };
      await trx
        .insertInto("calibrations")
        .values({
          ...row,
          version,
          data: JSON.stringify(data),
          held_back: JSON.stringify(row.held_back),
          active: true,
        })
        .execute();
      if (isOwn) await deleteOldVersions(trx, row);
      return version;
    },

    /** Uses a stored version, or none (null). False: there is no such version, and nothing has changed. */
    use: async (
      trx: WriteTransaction,
      siteId: string,
      version: number | null,
      selfCalibrating: boolean,
    ): Promise<boolean> => {
      const found = await trx
        .selectFrom("calibrations")
        .select("version")
        .where("site_id", "=", siteId)
        .where("version", "=", version ?? -1)
        .executeTakeFirst();
      if (version !== null && !found) return false;
      await deactivate(trx, siteId);
      if (version !== null)
        await trx
          .updateTable("calibrations")
          .set({ active: true })
          .where("site_id", "=", siteId)
          .where("version", "=", version)
          .execute();
      await trx.updateTable("sites").set({ self_calibrating: selfCalibrating }).where("id", "=", siteId).execute();
      return true;
    },

    /** The sites that learn automatically and have reference beacons. */
    sitesToRefit: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom("sites as s")
        .select("s.id")
        .where("s.self_calibrating", "=", true)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("calibration_points as p")
              .select("p.id")
              .whereRef("p.site_id", "=", "s.id")
              .where("p.end_at", "is", null),
          ),
        )
        .orderBy("s.id")
        .execute();
      return rows.map(({ id }) => id);
    },

    points: (siteId: string, of: Kysely<Database> = db): Promise<PointRow[]> =>
      of
        .selectFrom("calibration_points as p")
        .innerJoin("trackers as t", "t.id", "p.tracker_id")
        .selectAll("p")
        .select(["t.name as tracker_name", "t.type as tracker_type"])
        .where("p.site_id", "=", siteId)
        .orderBy("p.id")
        .execute(),

    addPoint: async (
      trx: WriteTransaction,
      point: Omit<Selectable<CalibrationPointsTable>, "created_at" | "off_since" | "off_m">,
    ): Promise<void> => {
      await trx
        .insertInto("calibration_points")
        .values({ ...point, heard: JSON.stringify(point.heard) })
        .execute();
    },

    /** Where a tracker is already a reference beacon. No other write can make it one until this one is done. */
    fixedAt: async (trx: WriteTransaction, trackerId: string): Promise<FixedAt | undefined> => {
      await trx.selectFrom("trackers").select("id").where("id", "=", trackerId).forUpdate().execute();
      return trx
        .selectFrom("calibration_points as p")
        .innerJoin("floors as f", "f.id", "p.floor_id")
        .innerJoin("buildings as b", "b.id", "f.building_id")
        .innerJoin("sites as s", "s.id", "p.site_id")
        .select(["p.floor_id as floorId", "p.lat", "p.lon", "f.name as floor", "b.name as building", "s.name as site"])
        .where("p.tracker_id", "=", trackerId)
        .where("p.end_at", "is", null)
        .limit(1)
        .executeTakeFirst();
    },

    /** The reference beacons of all sites. */
    beacons: (): Promise<BeaconRow[]> =>
      db
        .selectFrom("calibration_points as p")
        .innerJoin("trackers as t", "t.id", "p.tracker_id")
        .innerJoin("sites as s", "s.id", "p.site_id")
        .select(["p.id", "p.site_id", "p.floor_id", "p.tracker_id", "p.lat", "p.lon", "p.off_since", "p.off_m"])
        .select(["t.name as tracker_name", "s.customer_id"])
        .where("p.end_at", "is", null)
        .where("t.deleted_at", "is", null)
        .execute(),

    /** False: the point no longer exists, or this is already known. */
    storeDrift: async (
      trx: WriteTransaction,
      id: string,
      off: { since: Date; offM: number | null } | null,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await trx
        .updateTable("calibration_points")
        .set({ off_since: off?.since ?? null, off_m: off?.offM ?? null })
        .where("id", "=", id)
        .where("off_since", off ? "is" : "is not", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** How far off a beacon is that is known to be off, m; null: on another floor. */
    storeDistance: async (trx: WriteTransaction, id: string, offM: number | null): Promise<void> => {
      await trx
        .updateTable("calibration_points")
        .set({ off_m: offM })
        .where("id", "=", id)
        .where("off_since", "is not", null)
        .execute();
    },

    /** False: the site has no such point. */
    removePoint: async (trx: WriteTransaction, siteId: string, id: string): Promise<boolean> => {
      const { numDeletedRows } = await trx
        .deleteFrom("calibration_points")
        .where("site_id", "=", siteId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    tracker: (siteId: string, id: string) =>
      db
        .selectFrom("trackers")
        .select(["id", "name", "type"])
        .where("site_id", "=", siteId)
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .executeTakeFirst(),

    sightings: (trackerId: string, from: Date, to: Date) =>
      db
        .selectFrom("sightings")
        .select(["ts", "hardware_id", "rssi", "rssi_min", "rssi_max", "count"])
        .where("tracker_id", "=", trackerId)
        .where("ts", ">=", from)
        .where("ts", "<=", to)
        .orderBy("ts")
        .execute(),

    /**
     * How strongly gateways heard these trackers on average in two spans, where they heard them often enough in both;
     * dBm.
     */
    levels: async (
      trackerIds: readonly string[],
      usual: { from: Date; to: Date },
      recent: { from: Date; to: Date },
      of: Kysely<Database> = db,
    ): Promise<{ tracker_id: string; hardware_id: string; name: string; usual: number; recent: number }[]> => {
      const mean = ({ from, to }: { from: Date; to: Date }) => sql`select s.tracker_id, s.hardware_id,
          sum(s.rssi * s.count) / sum(s.count) as dbm
        from unnest(${arrayOf("uuid", trackerIds, (id) => id)}) as beacon (id)
        join sightings s on s.tracker_id = beacon.id and s.ts >= ${from} and s.ts < ${to}
        group by s.tracker_id, s.hardware_id having count(*) >= ${minSteps}`;
      const { rows } = await sql<{
        tracker_id: string;
        hardware_id: string;
        name: string;
        usual: number;
        recent: number;
      }>`
        select u.tracker_id, u.hardware_id, h.name, u.dbm::float8 as usual, r.dbm::float8 as recent
        from (${mean(usual)}) as u
        join (${mean(recent)}) as r on r.tracker_id = u.tracker_id and r.hardware_id = u.hardware_id
        join hardwares h on h.id = u.hardware_id and h.deleted_at is null
        order by u.tracker_id, u.hardware_id`.execute(of);
      return rows;
    },

    selfCalibrating: async (siteId: string, of: Kysely<Database> = db): Promise<boolean> => {
      const row = await of.selectFrom("sites").select("self_calibrating").where("id", "=", siteId).executeTakeFirst();
      return row?.self_calibrating ?? false;
    },
  };
}

/** Of versions with the same source and maker. */
async function deleteOldVersions(db: Kysely<Database>, { site_id, source, created_by }: NewVersion): Promise<void> {
  const similar = db
    .selectFrom("calibrations")
    .select("version")
    .where("site_id", "=", site_id)
    .where("source", "=", source)
    .where("created_by", "=", created_by)
    .where("active", "=", false);
  await db
    .deleteFrom("calibrations")
    .where("site_id", "=", site_id)
    .where("version", "in", similar.orderBy("version", "desc").offset(maxOwnVersions))
    .execute();
}

async function deactivate(db: Kysely<Database>, siteId: string): Promise<void> {
  await db
    .updateTable("calibrations")
    .set({ active: false })
    .where("site_id", "=", siteId)
    .where("active", "=", true)
    .execute();
}
