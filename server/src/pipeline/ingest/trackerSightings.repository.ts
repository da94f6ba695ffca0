import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";

/**
 * Something that was heard at a site and belongs to nobody there, with the number of times since it was last written.
 */
export interface TrackerSighting {
  customerId: string;
  siteId: string;
  thing: "beacon" | "gateway";
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  /** What its adverts show besides its address. */
  identities?: { kind: "ibeacon" | "eddystone_uid"; value: string }[];
  /** A beacon's frame or a gateway's dialect. */
  kind: string;
  /** dBm; null: a gateway. */
  rssi: number | null;
  /** The gateway that heard it, or whose account was used; null: the account of all gateways of the site was. */
  gatewayId: string | null;
  /** The name that it gives itself; it is kept until it gives another. */
  name?: string | null;
  atMs: number;
  count: number;
}

export async function storeTrackerSightings(db: Kysely<Database>, rows: readonly TrackerSighting[]): Promise<void> {
  if (rows.length === 0) return;
  const ordered = rows.toSorted((a, b) => (a.siteId + a.mac < b.siteId + b.mac ? -1 : 1));
  await sql`
    insert into heard as known (id, customer_id, site_id, thing, kind, mac, name, identities, rssi, hardware_id, first_heard_at,
      last_heard_at, count)
    select n.id, n.customer_id, s.id, n.thing, n.kind, n.mac, n.name, n.identities, n.rssi, n.hardware_id, n.at, n.at, n.count
    from unnest(
      ${arrayOf("uuid", ordered, () => uuidv7())},
      ${arrayOf("uuid", ordered, (row) => row.customerId)},
      ${arrayOf("uuid", ordered, (row) => row.siteId)},
      ${arrayOf("text", ordered, (row) => row.thing)},
      ${arrayOf("text", ordered, (row) => row.kind)},
      ${arrayOf("text", ordered, (row) => row.mac)},
      ${arrayOf("text", ordered, (row) => row.name ?? null)},
      ${arrayOf("jsonb", ordered, (row) => JSON.stringify(row.identities ?? []))},
      ${arrayOf("smallint", ordered, (row) => (row.rssi === null ? null : Math.round(row.rssi)))},
      ${arrayOf("uuid", ordered, (row) => row.gatewayId)},
      ${arrayOf("timestamptz", ordered, (row) => instant(row.atMs))},
      ${arrayOf("int", ordered, (row) => row.count)}
    ) as n (id, customer_id, site_id, thing, kind, mac, name, identities, rssi, hardware_id, at, count)
    join sites s on s.id = n.site_id
    on conflict (site_id, thing, mac) do update set kind = excluded.kind,
      name = coalesce(excluded.name, known.name),
      identities = case when excluded.identities = '[]' then known.identities else excluded.identities end, rssi = excluded.rssi,
      hardware_id = excluded.hardware_id, last_heard_at = excluded.last_heard_at,
      count = known.count + excluded.count`.execute(db);
}
