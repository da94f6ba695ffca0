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

/** Writes a hall of `gateways` gateways and `trackers` linked trackers into a migrated, empty database. */
export async function seedBenchSite(
  db: Kysely<Database>,
  counts: { gateways: number; trackers: number },
): Promise<BenchSite> {
  const [customerId, siteId, buildingId, floorId] = [uuid(1, 1), uuid(2, 1), uuid(3, 1), uuid(4, 1)];
  const pair = (kind: number, nth: number) => ({
    mqtt_username: `u${kind}-${nth}`,
    mqtt_secret_hash: hashSecret(`p${kind}-${nth}`),
  });
  await db
    .insertInto("customers")
    .values({ id: customerId, guid: uuid(11, 1), name: "Bench", customer_code: "BENCH", ...pair(1, 1) })
    .execute();
  await db
    .insertInto("sites")
    .values({
      id: siteId,
      guid: uuid(12, 1),
      customer_id: customerId,
      name: "Hall",
      lat: hall.lat,
      lon: hall.lon,
      ...pair(2, 1),
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
  const gateways = spread(macs("C1", counts.gateways), hall).map((placed, nth) => ({
    ...placed,
    id: uuid(5, nth),
    nth,
    ...pair(5, nth),
  }));
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

  const trackers = spread(macs("D1", counts.trackers), hall).map((placed, nth) => ({
    ...placed,
    id: uuid(6, nth),
    assetId: uuid(7, nth),
    nth,
  }));
  for (let from = 0; from < trackers.length; from += 500) {
    const some = trackers.slice(from, from + 500);
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
      username: mqtt_username,
      password: `p5-${nth}`,
    })),
    trackers: trackers.map(({ id, mac, x, y, assetId }) => ({ id, mac, x, y, assetId })),
  };
}

function place(eastM: number, northM: number): { lat: number; lon: number } {
  return {
    lat: hall.lat + northM / metresPerDegree,
    lon: hall.lon + eastM / (metresPerDegree * Math.cos((hall.lat * Math.PI) / 180)),
  };
}
