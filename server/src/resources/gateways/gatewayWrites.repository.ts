import { type Selectable, sql } from "kysely";
import type { HardwaresTable } from "../../platform/database/tables/gateways.ts";
import { changeUnderLock } from "../../platform/database/changeUnderLock.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

/** What people set of a gateway. Lengths in metres; null: the default, which is not stored. */
export interface GatewayFields {
  name: string;
  hardwareTypeId: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  lat: number;
  lon: number;
  floorId: string | null;
  alpha: number | null;
  beta: number | null;
  gamma: number | null;
  /** dBm at 1 m. */
  measuredPower: number | null;
  z: number | null;
  anchorSnapRadius: number | null;
}

export interface NewGateway extends GatewayFields {
  id: string;
  guid: string;
  customerId: string;
  siteId: string;
  mqttGuid: string;
  mqttUsername: string;
  mqttSecretHash: string;
}

const columnsOf = ({ hardwareTypeId, floorId, measuredPower, anchorSnapRadius, ...same }: GatewayFields) => ({
  ...same,
  hardware_type_id: hardwareTypeId,
  floor_id: floorId,
  measured_power: measuredPower,
  anchor_snap_radius: anchorSnapRadius,
});

const fieldsOf = (row: Selectable<HardwaresTable>): GatewayFields => ({
  name: row.name,
  hardwareTypeId: row.hardware_type_id,
  mac: row.mac,
  lat: row.lat,
  lon: row.lon,
  floorId: row.floor_id,
  alpha: row.alpha,
  beta: row.beta,
  gamma: row.gamma,
  measuredPower: row.measured_power,
  z: row.z,
  anchorSnapRadius: row.anchor_snap_radius,
});

export async function insertGateway(trx: WriteTransaction, gateway: NewGateway): Promise<void> {
  const { id, guid, customerId, siteId, mqttGuid, mqttUsername, mqttSecretHash, ...fields } = gateway;
  await trx
    .insertInto("hardwares")
    .values({
      id,
      guid,
      customer_id: customerId,
      site_id: siteId,
      mqtt_guid: mqttGuid,
      mqtt_username: mqttUsername,
      mqtt_secret_hash: mqttSecretHash,
      ...columnsOf(fields),
    })
    .execute();
}

/** Changes a gateway under its row lock, as `decide` returns for the stored values. Null: it is gone. */
export const changeGateway = (
  trx: WriteTransaction,
  id: string,
  decide: (stored: GatewayFields, version: number) => GatewayFields,
): Promise<{ before: GatewayFields; after: GatewayFields } | null> =>
  changeUnderLock(
    trx.selectFrom("hardwares").selectAll().where("id", "=", id).where("deleted_at", "is", null),
    fieldsOf,
    decide,
    (after, next) =>
      trx
        .updateTable("hardwares")
        .set({ ...columnsOf(after), ...next })
        .where("id", "=", id)
        .execute(),
  );

/** Where gateways are entered, by id. Their rows stay locked, in an order that is the same whoever asks. */
export async function lockedPlaces(
  trx: WriteTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<GatewayFields, "lat" | "lon" | "floorId" | "z">>> {
  const rows = await trx
    .selectFrom("hardwares")
    .select(["id", "lat", "lon", "floor_id", "z"])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, lat, lon, floor_id: floorId, z }) => [id, { lat, lon, floorId, z }]));
}

/** Its row stays, since history names it; name and MAC are free again. False: it was gone. */
export async function removeGateway(trx: WriteTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("hardwares")
    .set({ deleted_at: new Date(), updated_at: new Date(), version: sql`version + 1` })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  await trx.deleteFrom("device_configurations").where("target_id", "=", id).execute();
  return numUpdatedRows > 0n;
}

export async function setGatewaySecret(trx: WriteTransaction, id: string, secretHash: string): Promise<void> {
  await trx
    .updateTable("hardwares")
    .set({ mqtt_secret_hash: secretHash, updated_at: new Date(), version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
}

/** Whether a floor is one of the site's. */
export async function hasFloor(trx: WriteTransaction, siteId: string, floorId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("floors")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", floorId)
    .executeTakeFirst();
  return row !== undefined;
}
