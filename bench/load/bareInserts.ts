import { sql } from "kysely";
import { embeddedDatabase } from "./benchDatabase.ts";
import { uuid } from "./benchSite.ts";

/** A database that only takes rows of positions. */
export interface BareInserts {
  /** Inserts `rows` history rows, in batches of 1,000 by `unnest`; resolves to rows/s. */
  insert: (rows: number) => Promise<number>;
  stop: () => Promise<void>;
}

const batch = 1000;
const trackers = 2000;

/** Opens the embedded database with the product's tables and indexes. */
export async function openBareInserts(): Promise<BareInserts> {
  const opened = await embeddedDatabase();
  const { db } = opened;
  let written = 0;
  const one = async () => {
    const nths = Array.from({ length: batch }, (_, at) => written + at);
    const at = (nth: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(nth / trackers) * 1000);
    const all = <T>(of: (nth: number) => T) => nths.map(of);
    await sql`
      insert into positions (tracker_id, ts, end_ts, asset_id, site_id, floor_id, lat, lon, elevation, accuracy,
        accuracy_outer, mechanism, moving, nearest_hardware_id, nearest_dis, shown)
      select * from unnest(
        ${all((nth) => uuid(6, nth % trackers))}::uuid[], ${all(at)}::timestamptz[], ${all(at)}::timestamptz[],
        ${all((nth) => uuid(7, nth % trackers))}::uuid[], ${all(() => uuid(2, 1))}::uuid[], ${all(() => uuid(4, 1))}::uuid[],
        ${all((nth) => 53.54 + (nth % 997) / 1e6)}::float8[], ${all((nth) => 9.98 + (nth % 991) / 1e6)}::float8[],
        ${all(() => 1.2)}::real[], ${all((nth) => 2 + (nth % 7) / 7)}::real[], ${all((nth) => 4 + (nth % 7) / 7)}::real[],
        ${all(() => "TRILATERATED")}::position_mechanism[], ${all((nth) => nth % 2 === 0)}::boolean[],
        ${all((nth) => uuid(5, nth % 50))}::uuid[], ${all((nth) => (nth % 50) / 10)}::real[], ${all(() => true)}::boolean[])`.execute(
      db,
    );
    written += batch;
  };
  return {
    insert: async (rows) => {
      const started = performance.now();
      for (let done = 0; done < rows; done += batch) await one();
      return (rows * 1000) / (performance.now() - started);
    },
    stop: () => opened.close(),
  };
}
