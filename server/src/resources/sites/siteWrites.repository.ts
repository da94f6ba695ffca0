import type { Ref } from "@pulse/contract/fields";
import type { Site, SiteSettings } from "@pulse/contract/sites";
import type { Drawing } from "@pulse/contract/drawing";
import { sql } from "kysely";
import type { StoredUnderlay } from "../../platform/database/tables/sites.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { BuildingToStore, FloorToStore } from "./layoutToStore.ts";
import { rowOf } from "./siteLayout.ts";
import type { StoredPlans } from "../../platform/files/plans.ts";

export interface SiteFields {
  name: string;
  owner: string | null;
  lat: number;
  lon: number;
  beaconType: string | null;
  location: string | null;
  address: string | null;
  phone: string | null;
  settings: Partial<SiteSettings>;
}

export interface NewSite extends SiteFields {
  id: string;
  guid: string;
  customerId: string;
  mqttUsername: string;
  mqttSecretHash: string;
}

/** What is on a floor, or in a site. */
export interface Uses {
  assets: number;
  trackers: number;
  gateways: number;
  geofences: number;
}

/** At most this many gateways are named in the answer "in use". */
const maxNamed = 100;

const columnsOf = ({ beaconType, settings, ...fields }: SiteFields) => ({
  ...fields,
  beacon_type: beaconType,
  settings: JSON.stringify(settings),
});

export async function insertSite(
  trx: WriteTransaction,
  { id, guid, customerId, mqttUsername, mqttSecretHash, ...fields }: NewSite,
): Promise<void> {
  const keys = { id, guid, customer_id: customerId, mqtt_username: mqttUsername, mqtt_secret_hash: mqttSecretHash };
  await trx
    .insertInto("sites")
    .values({ ...keys, ...columnsOf(fields) })
    .execute();
}

/** Opens a new site to a group. Null: it opens every site already. */
export async function openToGroup(trx: WriteTransaction, siteId: string, groupId: string): Promise<Ref | null> {
  const group = await trx
    .selectFrom("user_groups")
    .select(["id", "name"])
    .where("id", "=", groupId)
    .where("all_sites", "=", false)
    .executeTakeFirst();
  if (group === undefined) return null;
  await trx.insertInto("group_sites").values({ user_group_id: group.id, site_id: siteId }).execute();
  return group;
}

/** Locks a site until the transaction ends. False: there is none. */
export async function lockSite(trx: WriteTransaction, id: string): Promise<boolean> {
  return (await trx.selectFrom("sites").select("id").where("id", "=", id).forUpdate().executeTakeFirst()) !== undefined;
}

export async function updateSite(
  trx: WriteTransaction,
  id: string,
  version: number,
  fields: SiteFields,
): Promise<void> {
  await trx
    .updateTable("sites")
    .set({ ...columnsOf(fields), version, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Makes a site's buildings and floors what the layout says. Those that are not in it are deleted. */
export async function writeLayout(
  trx: WriteTransaction,
  siteId: string,
  layout: readonly BuildingToStore[],
  plans: Pick<StoredPlans, "idOf">,
): Promise<void> {
  const floors = layout.flatMap((building) => building.floors.map((floor) => ({ ...floor, buildingId: building.id })));
  await removeOthers(trx, siteId, "floors", floors);
  // Names and levels may change places, so all of them are moved out of the way first.
  const aside = sql<string>`id::text`;
  await trx.updateTable("buildings").set({ name: aside }).where("site_id", "=", siteId).execute();
  await trx
    .updateTable("floors")
    .set({ name: aside, level: sql<number>`level + 1000000` })
    .where("site_id", "=", siteId)
    .execute();
  for (const { id, isNew, name } of layout) {
    if (isNew) await trx.insertInto("buildings").values({ id, site_id: siteId, name }).execute();
    else await trx.updateTable("buildings").set({ name, updated_at: new Date() }).where("id", "=", id).execute();
  }
  const newer = { version: sql<number>`version + 1`, updated_at: new Date() };
  for (const floor of floors) {
    const values = floorColumns(floor, plans);
    if (floor.isNew)
      await trx
        .insertInto("floors")
        .values({ id: floor.id, site_id: siteId, building_id: floor.buildingId, ...values })
        .execute();
    else
      await trx
        .updateTable("floors")
        .set({ building_id: floor.buildingId, ...values, ...(floor.isChanged ? newer : {}) })
        .where("id", "=", floor.id)
        .execute();
  }
  await removeOthers(trx, siteId, "buildings", layout);
}

function floorColumns(floor: FloorToStore, plans: Pick<StoredPlans, "idOf">) {
  return {
    name: floor.name,
    level: floor.level,
    ...rowOf(floor.placement),
    ceiling_height_m: floor.ceilingHeightM,
    elevation: floor.elevation,
    image_id: "file" in floor.image ? floor.image.file : plans.idOf(floor.image.part),
    drawing: JSON.stringify(floor.drawing),
  };
}

async function removeOthers(
  trx: WriteTransaction,
  siteId: string,
  table: "floors" | "buildings",
  remaining: readonly { id: string }[],
): Promise<void> {
  const ids = remaining.map(({ id }) => id);
  const removed = (of: "floors" | "buildings") =>
    trx
      .selectFrom(of)
      .select("id")
      .where("site_id", "=", siteId)
      .$if(ids.length > 0, (query) => query.where("id", "not in", ids));
  if (table === "floors")
    await trx.updateTable("hardwares").set({ floor_id: null }).where("floor_id", "in", removed("floors")).execute();
  await trx.deleteFrom(table).where("id", "in", removed(table)).execute();
}

/** The gateways on these floors. */
export async function gatewaysOn(
  trx: WriteTransaction,
  floorIds: readonly string[],
): Promise<(Ref & { floorId: string })[]> {
  if (floorIds.length === 0) return [];
  const rows = await trx
    .selectFrom("hardwares")
    .select(["id", "name", "floor_id"])
    .where("floor_id", "in", [...floorIds])
    .where("deleted_at", "is", null)
    .orderBy("name")
    .limit(maxNamed)
    .execute();
  return rows.map(({ id, name, floor_id }) => ({ id, name, floorId: floor_id! }));
}

/** The geofences that are bound to one of these floors. */
export async function geofencesOn(trx: WriteTransaction, floorIds: readonly string[]): Promise<Ref[]> {
  if (floorIds.length === 0) return [];
  return trx
    .selectFrom("geofences")
    .select(["id", "name"])
    .where(sql<boolean>`floor_ids && ${arrayOf("uuid", floorIds, (id) => id)}`)
    .where("deleted_at", "is", null)
    .orderBy("name")
    .limit(maxNamed)
    .execute();
}

/** How many things a site has, archived ones too. */
export async function usesOf(trx: WriteTransaction, siteId: string): Promise<Uses> {
  const count = async (table: "assets" | "trackers" | "hardwares" | "geofences"): Promise<number> =>
    (
      await trx
        .selectFrom(table)
        .select(sql<number>`count(*)::int`.as("n"))
        .where("site_id", "=", siteId)
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow()
    ).n;
  return {
    assets: await count("assets"),
    trackers: await count("trackers"),
    gateways: await count("hardwares"),
    geofences: await count("geofences"),
  };
}

/** Deletes a site and everything in it. */
export async function removeSite(trx: WriteTransaction, id: string): Promise<void> {
  await trx.deleteFrom("latest_positions").where("site_id", "=", id).execute();
  await trx.deleteFrom("sites").where("id", "=", id).execute();
}

/** The guid of the site's customer. Null: there is no such site. */
export async function setSiteSecret(trx: WriteTransaction, id: string, secretHash: string): Promise<string | null> {
  const row = await trx
    .updateTable("sites as s")
    .from("customers as c")
    .set({ mqtt_secret_hash: secretHash, updated_at: new Date() })
    .where("s.id", "=", id)
    .whereRef("c.id", "=", "s.customer_id")
    .returning("c.guid")
    .executeTakeFirst();
  return row?.guid ?? null;
}

/** Stores a floor's drawing. */
export async function writeDrawing(
  trx: WriteTransaction,
  { id, version }: { id: string; version: number },
  drawing: Partial<Drawing>,
): Promise<void> {
  await trx
    .updateTable("floors")
    .set({ drawing: JSON.stringify(drawing), version: version + 1, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Stores the picture under a site's floors, or that there is none. The row of the one before goes; its bytes follow with the next sweep. */
export async function writeUnderlay(
  trx: WriteTransaction,
  { id, version, underlay: before }: Pick<Site, "id" | "version" | "underlay">,
  underlay: StoredUnderlay | null,
): Promise<void> {
  await trx
    .updateTable("sites")
    .set({ underlay: underlay && JSON.stringify(underlay), version: version + 1, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
  if (before && before.image !== underlay?.image)
    await trx.deleteFrom("files").where("id", "=", before.image).where("site_id", "=", id).execute();
}
