import type { Database } from "@pulse/server/platform/database/schema";
import { hashSecret } from "@pulse/server/platform/devices/secrets";
import type { Kysely } from "kysely";
import { macs, type Placed, spread } from "./scanMessages.ts";

/** A hall with gateways on a grid and trackers on assets, as rows in a database. */
export interface BenchSite {
  customerId: string;
  siteId: string;
  floorId: string;
  gateways: (Placed & { id: string; username: string; password: string })[];
  trackers: (Placed & { id: string; assetId: string })[];
}

export const hall = { eastM: 100, northM: 60, lat: 53.54, lon: 9.98 };
const metresPerDegree = 111_320;

/** A made-up UUID; `kind` separates the tables. */
export function uuid(kind: number, nth: number): string {
  return `01990000-0000-7000-8${kind.toString(16).padStart(3, "0")}-${nth.toString(16).padStart(12, "0")}`;
}

/** Numbers of things of one kind that each site has for itself. */
const thingsPerSite = 100_000;

/**
 * Writes a hall of `gateways` gateways and `trackers` linked trackers into a migrated database.
 * @param site its number, from 1: each has a customer of its own, and is in another partition of the log than the one before
 */
export async function seedBenchSite(
  db: Kysely<Database>,
  counts: { gateways: number; trackers: number },
  site = 1,
): Promise<BenchSite> {
  const [customerId, siteId, buildingId, floorId] = [uuid(1, site), uuid(2, site), uuid(3, site), uuid(4, site)];
  const from = (site - 1) * thingsPerSite;
  const pair = (kind: number, nth: number) => ({
    mqtt_username: `u${kind}-${nth}`,
    mqtt_secret_hash: hashSecret(`p${kind}-${nth}`),
  });
  await db
    .insertInto("customers")
    .values({
      id: customerId,
      guid: uuid(11, site),
      name: `Bench ${site}`,
      customer_code: `BENCH${site}`,
      ...pair(1, site),
    })
    .execute();
  await db
    .insertInto("sites")
    .values({
      id: siteId,
      guid: uuid(12, site),
      customer_id: customerId,
      name: "Hall",
      lat: hall.lat,
      lon: hall.lon,
      ...pair(2, site),
    })
    .execute();
  await db.insertInto("buildings").values({ id: buildingId, site_id: siteId, name: "Hall" }).execute();
  const corner = place(0, 0);
  const opposite = place(hall.eastM, hall.northM);
  await db
    .insertInto("floors")
    .values({
      id: floorId,
      site_id: siteId,
      building_id: buildingId,
      name: "Ground",
      level: 0,
      nw_lat: opposite.lat,
      nw_lon: corner.lon,
      se_lat: corner.lat,
      se_lon: opposite.lon,
      ceiling_height_m: 6,
    })
    .execute();

  const type = await db.selectFrom("hardware_types").select("id").where("type", "=", "KKM").executeTakeFirstOrThrow();
  const gateways = spread(macs("C1", counts.gateways, from), hall).map((placed, at) => {
    const nth = from + at;
    return { ...placed, id: uuid(5, nth), nth, ...pair(5, nth) };
  });
  await db
    .insertInto("hardwares")
    .values(
      gateways.map(({ id, mac, x, y, nth, mqtt_username, mqtt_secret_hash }) => ({
        ...place(x, y),
        id,
        guid: uuid(15, nth),
        mqtt_guid: uuid(25, nth),
        customer_id: customerId,
        site_id: siteId,
        floor_id: floorId,
        name: `G-${nth}`,
        hardware_type_id: type.id,
        mac,
        mqtt_username,
        mqtt_secret_hash,
      })),
    )
    .execute();

  const trackers = spread(macs("D1", counts.trackers, from), hall).map((placed, at) => {
    const nth = from + at;
    return { ...placed, id: uuid(6, nth), assetId: uuid(7, nth), nth };
  });
  for (let start = 0; start < trackers.length; start += 500) {
    const some = trackers.slice(start, start + 500);
    const common = { customer_id: customerId, site_id: siteId };
    await db
      .insertInto("trackers")
      .values(
        some.map(({ id, mac, nth }) => ({
          ...common,
          ...pair(6, nth),
          id,
          mac,
          guid: uuid(16, nth),
          mqtt_guid: uuid(26, nth),
          name: `T-${nth}`,
          type: "KKM",
        })),
      )
      .execute();
    await db
      .insertInto("assets")
      .values(
        some.map(({ assetId, nth }) => ({
          ...common,
          id: assetId,
          guid: uuid(17, nth),
          name: `A-${nth}`,
          type: "Cart",
        })),
      )
      .execute();
    await db
      .insertInto("links")
      .values(
        some.map(({ id, assetId, nth }) => ({
          id: uuid(8, nth),
          asset_id: assetId,
          tracker_id: id,
          linked_at: new Date(),
          linked_by: "bench",
        })),
      )
      .execute();
  }
  return {
    customerId,
    siteId,
    floorId,
    gateways: gateways.map(({ id, mac, x, y, nth, mqtt_username }) => ({
      id,
      mac,
      x,
      y,
      hall: site,
      username: mqtt_username,
      password: `p5-${nth}`,
    })),
    trackers: trackers.map(({ id, mac, x, y, assetId }) => ({ id, mac, x, y, hall: site, assetId })),
  };
}

function place(eastM: number, northM: number): { lat: number; lon: number } {
  return {
    lat: hall.lat + northM / metresPerDegree,
    lon: hall.lon + eastM / (metresPerDegree * Math.cos((hall.lat * Math.PI) / 180)),
  };
}
