import { type Drawing, DrawingBody } from "@pulse/contract/drawing";
import type { LatLon } from "@pulse/geo/latLon";
import type { Database } from "@pulse/server/platform/database/schema";
import type { FileStore } from "@pulse/server/platform/files/fileStore";
import { hashSecret, newSecret, unusedMqttPair } from "@pulse/server/platform/devices/secrets";
import { drawingAfter } from "@pulse/server/resources/sites/drawing";
import type { DemoBuilding, DemoFloor, DemoSite, FloorPoint } from "@pulse/simulator/demo/model";
import { floorOfKey, floorPlacement, floorToLatLon } from "@pulse/simulator/demo/placing";
import { guessedLossDb } from "@pulse/simulator/demo/wallLoss";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { seedGeofences } from "./seedGeofences.ts";

/** A gateway's MQTT pair as the simulator needs it. */
export interface GatewaySecret {
  mac: string;
  username: string;
  password: string;
}

/** A site with its buildings, floors and their plans, its gateways, and its assets, each with its tracker. */
export async function seedSite(
  db: Kysely<Database>,
  files: FileStore,
  customerId: string,
  site: DemoSite,
): Promise<GatewaySecret[]> {
  const siteId = uuidv7();
  await db
    .insertInto("sites")
    .values({
      id: siteId,
      guid: uuidv7(),
      customer_id: customerId,
      name: site.name,
      lat: site.lat,
      lon: site.lon,
      address: site.address,
      location: site.address,
      beacon_type: "KBeacon",
      ...unusedMqttPair("site"),
    })
    .execute();
  const floorIds = await seedFloors(db, files, customerId, siteId, site);
  const secrets = await seedGateways(db, customerId, siteId, site, floorIds);
  await seedGeofences(db, customerId, siteId, site, floorIds);
  await seedAssets(db, customerId, siteId, site);
  return secrets;
}

async function seedFloors(
  db: Kysely<Database>,
  files: FileStore,
  customerId: string,
  siteId: string,
  site: DemoSite,
): Promise<Map<string, string>> {
  const floorIds = new Map<string, string>();
  for (const building of site.buildings) {
    const buildingId = uuidv7();
    await db.insertInto("buildings").values({ id: buildingId, site_id: siteId, name: building.name }).execute();
    for (const floor of building.floors) {
      const image = await files.putImage(new TextEncoder().encode(floor.planSvg("light")), customerId);
      await db
        .insertInto("files")
        .values({
          id: image.id,
          customer_id: customerId,
          site_id: siteId,
          content_type: image.contentType,
          size: image.size,
          filename: `${site.name} ${floor.name}.webp`,
          sha256: image.sha256,
          width: image.width,
          height: image.height,
        })
        .execute();
      const placement = floorPlacement(site, building, floor);
      const id = uuidv7();
      floorIds.set(floor.key, id);
      await db
        .insertInto("floors")
        .values({
          id,
          site_id: siteId,
          building_id: buildingId,
          name: floor.name,
          level: floor.level,
          nw_lat: placement.northWest.lat,
          nw_lon: placement.northWest.lon,
          se_lat: placement.southEast.lat,
          se_lon: placement.southEast.lon,
          rotation_deg: placement.rotationDeg,
          ceiling_height_m: floor.ceilingHeightM,
          image_id: image.id,
          drawing: JSON.stringify(drawingOf(site, building, floor)),
        })
        .execute();
    }
  }
  return floorIds;
}

/** The drawing of a floor, checked by the same rules as a person's. */
function drawingOf(site: DemoSite, building: DemoBuilding, floor: DemoFloor): Partial<Drawing> {
  const placed = (point: FloorPoint): LatLon => floorToLatLon(site, building, point);
  const drawn = DrawingBody.parse({
    outline: floor.outline.map(placed),
    walls: floor.walls.map(({ kind, a, b }) => ({ points: [placed(a), placed(b)], lossDb: guessedLossDb[kind] })),
    doors: floor.doors.map(({ a, b }) => ({ at: [placed(a), placed(b)] })),
    lifts: floor.lifts.map(({ name, area }) => ({ name, area: area.map(placed) })),
    rooms: floor.rooms.map(({ name, area }) => ({ name, area: area.map(placed) })),
  });
  return drawingAfter({}, drawn, uuidv7);
}

async function seedGateways(
  db: Kysely<Database>,
  customerId: string,
  siteId: string,
  site: DemoSite,
  floorIds: ReadonlyMap<string, string>,
): Promise<GatewaySecret[]> {
  const type = await db.selectFrom("hardware_types").select("id").where("type", "=", "KKM").executeTakeFirstOrThrow();
  const secrets: GatewaySecret[] = [];
  const rows = site.gateways.map((gateway) => {
    const { building } = floorOfKey(site, gateway.floor);
    const password = newSecret();
    const username = `gw-${gateway.mac.replaceAll(":", "").toLowerCase()}`;
    secrets.push({ mac: gateway.mac, username, password });
    return {
      id: uuidv7(),
      guid: uuidv7(),
      customer_id: customerId,
      site_id: siteId,
      floor_id: floorIds.get(gateway.floor)!,
      name: gateway.name,
      hardware_type_id: type.id,
      mac: gateway.mac,
      ...floorToLatLon(site, building, gateway),
      z: gateway.z,
      mqtt_guid: uuidv7(),
      mqtt_username: username,
      mqtt_secret_hash: hashSecret(password),
    };
  });
  await db.insertInto("hardwares").values(rows).execute();
  return secrets;
}

async function seedAssets(db: Kysely<Database>, customerId: string, siteId: string, site: DemoSite): Promise<void> {
  const type = await db.selectFrom("tracker_types").select("type").orderBy("id").executeTakeFirstOrThrow();
  const things = site.assets.map((asset) => ({ asset, assetId: uuidv7(), trackerId: uuidv7() }));
  const place = { customer_id: customerId, site_id: siteId };
  await db
    .insertInto("assets")
    .values(
      things.map(({ asset, assetId }) => ({
        id: assetId,
        guid: uuidv7(),
        ...place,
        name: asset.name,
        type: asset.type,
      })),
    )
    .execute();
  await db
    .insertInto("trackers")
    .values(
      things.map(({ asset, trackerId }) => ({
        id: trackerId,
        guid: uuidv7(),
        ...place,
        name: asset.trackerName,
        type: type.type,
        mac: asset.trackerMac,
        mqtt_guid: uuidv7(),
        ...unusedMqttPair("tracker"),
      })),
    )
    .execute();
  await db
    .insertInto("links")
    .values(
      things.map(({ assetId, trackerId }) => ({
        id: uuidv7(),
        asset_id: assetId,
        tracker_id: trackerId,
        linked_at: new Date(),
        linked_by: "demo",
      })),
    )
    .execute();
}
