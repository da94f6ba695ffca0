import type { Database } from "@pulse/server/platform/database/schema";
import { type Kysely, sql } from "kysely";
import { sized } from "../harness.ts";
import { idOf, sqlId } from "./historyRows.ts";

const turn = 10_000;

/**
 * One customer with sites: the first with `large` assets, the others with `small` each. Every asset has a tracker that was
 * heard, every site a floor and gateways; and there are people and an audit log.
 */
export async function fillSites(
  db: Kysely<Database>,
  { assets, large, small }: { assets: number; large: number; small: number },
): Promise<void> {
  const pair = (name: string) => ({ mqtt_username: name, mqtt_secret_hash: "x" });
  await db
    .insertInto("customers")
    .values({ id: idOf.customer(1), guid: idOf.customer(1), name: "Bench", customer_code: "BENCH", ...pair("c") })
    .execute();
  const sites = 1 + Math.ceil((assets - large) / small);
  const of = sql`${idOf.customer(1)}::uuid`;
  const id = (kind: keyof typeof idOf, nth = "n") => sql.raw(sqlId(kind, nth));
  await sql`insert into sites (id, guid, customer_id, name, lat, lon, mqtt_username, mqtt_secret_hash)
    select ${id("site")}, ${id("site")}, ${of}, 'Site ' || n, 59, 18, 's' || n, 'x' from generate_series(0, ${sites - 1}::int) as n`.execute(
    db,
  );
  await sql`insert into buildings (id, site_id, name)
    select ${id("building")}, ${id("site")}, 'Main' from generate_series(0, ${sites - 1}::int) as n`.execute(db);
  await sql`insert into floors (id, site_id, building_id, name, level, nw_lat, nw_lon, se_lat, se_lon, ceiling_height_m)
    select ${id("floor")}, ${id("site")}, ${id("building")}, 'Ground', 0, 59, 18, 58.9, 18.1, 4
    from generate_series(0, ${sites - 1}::int) as n`.execute(db);
  const type = await db.selectFrom("hardware_types").select("id").where("type", "=", "KKM").executeTakeFirstOrThrow();
  await sql`insert into hardwares (id, guid, mqtt_guid, customer_id, site_id, floor_id, name, hardware_type_id, mac, lat, lon,
      mqtt_username, mqtt_secret_hash)
    select ${id("gateway")}, ${id("gateway")}, ${id("gateway")}, ${of}, ${id("site", `n % ${sites}`)}, ${id("floor", `n % ${sites}`)},
      'G' || n, ${type.id}::uuid, 'G' || n, 59, 18, 'g' || n, 'x' from generate_series(0, ${50 * sites - 1}::int) as n`.execute(
    db,
  );
  const siteOf = `case when n < ${large} then 0 else 1 + (n - ${large}) / ${small} end`;
  for (let from = 0; from < assets; from += turn) {
    const each = sql`generate_series(${from}::int, ${Math.min(from + turn, assets) - 1}::int) as n`;
    const place = sql`${of}, ${id("site", siteOf)}`;
    await sql`insert into assets (id, guid, customer_id, site_id, name, type, external_id)
      select ${id("asset")}, ${id("asset")}, ${place}, 'Cart ' || (n * 7919) % 100003, 'Type ' || n % 20, 'X' || n from ${each}`.execute(
      db,
    );
    await sql`insert into trackers (id, guid, mqtt_guid, customer_id, site_id, name, type, mac, mqtt_username, mqtt_secret_hash)
      select ${id("tracker")}, ${id("tracker")}, ${id("tracker")}, ${place}, 'Tag ' || n, 'KKM', 'M' || n, 'u' || n, 'x' from ${each}`.execute(
      db,
    );
    await sql`insert into tracker_status (tracker_id, last_heard_at, signal_strength, battery_level)
      select ${id("tracker")}, now(), -60, 90 from ${each}`.execute(db);
    await sql`insert into links (id, asset_id, tracker_id, linked_at, linked_by)
      select ${id("link")}, ${id("asset")}, ${id("tracker")}, now(), 'bench' from ${each}`.execute(db);
    await sql`insert into latest_positions (tracker_id, asset_id, site_id, building_id, floor_id, ts, end_ts, lat, lon, elevation,
        accuracy, accuracy_outer, mechanism, moving, nearest_hardware_id, nearest_dis, signal_strength, shown)
      select ${id("tracker")}, ${id("asset")}, ${id("site", siteOf)}, null, ${id("floor", siteOf)}, at, at, 59, 18, 1.2, 2, 4,
        'TRILATERATED', true, ${id("gateway", "n % 50")}, 1, -60, true
      from ${each}, lateral (select now() - (n * 7919) % 86400 * interval '1 second') as moment (at)`.execute(db);
    process.stderr.write(`${Math.min(from + turn, assets).toLocaleString("en-US")} assets\n`);
  }
  await sql`insert into users (id, customer_id, email, given_name, family_name)
    select ${id("link", "900000 + n")}, ${of}, 'person' || n || '@pulse.test', 'Given ' || n, 'Family ' || n
    from generate_series(0, ${sized(1000, 30) - 1}::int) as n`.execute(db);
  await sql`insert into audit_entries (id, ts, customer_id, ip, user_agent, action, outcome, request_id)
    select ${id("link", "2000000 + n")}, now() - n * interval '1 minute', ${of}, '', '', 'update', 'ok', ''
    from generate_series(0, ${sized(20_000, 30) - 1}::int) as n`.execute(db);
  for (const table of [
    "assets",
    "trackers",
    "tracker_status",
    "links",
    "latest_positions",
    "floors",
    "hardwares",
    "users",
    "audit_entries",
  ])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}
