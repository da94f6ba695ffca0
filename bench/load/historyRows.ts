import type { Database } from "@pulse/server/platform/database/schema";
import { makeMonths } from "@pulse/server/platform/database/months";
import { type Kysely, sql } from "kysely";

/** The id of the n-th thing of each kind. */
export const idOf = {
  customer: (nth: number) => id("8001", nth),
  site: (nth: number) => id("8002", nth),
  floor: (nth: number) => id("8003", nth),
  building: (nth: number) => id("8004", nth),
  gateway: (nth: number) => id("8005", nth),
  tracker: (nth: number) => id("8006", nth),
  asset: (nth: number) => id("8007", nth),
  link: (nth: number) => id("8008", nth),
};

function id(kind: string, nth: number): string {
  return `01990000-0000-7000-${kind}-${String(nth).padStart(12, "0")}`;
}

/** The same in a statement, `nth` an expression. */
export const sqlId = (kind: keyof typeof idOf, nth: string): string =>
  `('${idOf[kind](0).slice(0, 24)}' || lpad((${nth})::text, 12, '0'))::uuid`;

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/**
 * Rows as in real life, one of each tracker a minute, in order of time, all trackers interleaved: whole days, each in
 * another of the coming months. Returns when each day begins.
 */
export async function fillPositions(
  db: Kysely<Database>,
  counts: { trackers: number; days: number; minutes: number },
): Promise<number[]> {
  const { trackers, days, minutes } = counts;
  const now = new Date();
  const starts = Array.from({ length: days }, (_, nth) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (nth % 12), 3 + Math.floor(nth / 12) * 2),
  ).toSorted((a, b) => a - b);
  await makeMonths(db, "positions", starts.at(-1)!);
  await makeMonths(db, "smoothed_positions", starts.at(-1)!);
  const began = performance.now();
  let written = 0;
  const turn = Math.max(1, Math.floor(200_000 / trackers));
  for (const startMs of starts)
    for (let from = 0; from < minutes; from += turn) {
      const until = Math.min(from + turn, minutes);
      await sql`insert into positions
        select ${sql.raw(sqlId("tracker", "t"))}, at, at, ${sql.raw(sqlId("asset", "t"))}, ${idOf.site(1)}::uuid,
          ${idOf.floor(1)}::uuid, 59 + random() * 1e-3, 18 + random() * 1e-3, 1.2, 1 + random(), 3 + random(),
          'TRILATERATED', true, ${sql.raw(sqlId("gateway", "t % 50"))}, random() * 5, true
        from generate_series(${from}::int, ${until - 1}::int) as m, generate_series(0, ${trackers - 1}::int) as t,
          lateral (select ${new Date(startMs)}::timestamptz + make_interval(mins => m)) as moment (at)`.execute(db);
      written += (until - from) * trackers;
      process.stderr.write(
        `${written.toLocaleString("en-US")} rows after ${Math.round((performance.now() - began) / 1000)} s\n`,
      );
    }
  for (const table of await parts(db, "positions")) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  await sql`analyze positions`.execute(db);
  await sql`checkpoint`.execute(db);
  return starts;
}

/** A customer with a site and its assets, each with a tracker: the other tables that history reads. */
export async function fillThings(db: Kysely<Database>, assets: number): Promise<void> {
  const secrets = (name: string) => ({ mqtt_username: name, mqtt_secret_hash: "x" });
  await db
    .insertInto("customers")
    .values({ id: idOf.customer(1), guid: idOf.customer(1), name: "Bench", customer_code: "BENCH", ...secrets("c") })
    .execute();
  await db
    .insertInto("sites")
    .values({
      id: idOf.site(1),
      guid: idOf.site(1),
      customer_id: idOf.customer(1),
      name: "Hall",
      lat: 59,
      lon: 18,
      ...secrets("s"),
    })
    .execute();
  const [asset, tracker, link] = [sqlId("asset", "n"), sqlId("tracker", "n"), sqlId("link", "n")].map((text) =>
    sql.raw(text),
  );
  const each = sql`generate_series(0, ${assets - 1}::int) as n`;
  const of = sql`${idOf.customer(1)}::uuid, ${idOf.site(1)}::uuid`;
  await sql`insert into assets (id, guid, customer_id, site_id, name, type)
    select ${asset}, ${asset}, ${of}, 'A' || n, 'Cart' from ${each}`.execute(db);
  await sql`insert into trackers (id, guid, mqtt_guid, customer_id, site_id, name, type, mac, mqtt_username, mqtt_secret_hash)
    select ${tracker}, ${tracker}, ${tracker}, ${of}, 'T' || n, 'KKM', 'M' || n, 'u' || n, 'x' from ${each}`.execute(
    db,
  );
  await sql`insert into links (id, asset_id, tracker_id, linked_at, linked_by)
    select ${link}, ${asset}, ${tracker}, now(), 'bench' from ${each}`.execute(db);
  await sql`vacuum (analyze) links`.execute(db);
}

async function parts(db: Kysely<Database>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`.execute(db);
  return rows.map(({ name }) => name);
}
