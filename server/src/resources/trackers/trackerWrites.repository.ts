import { sql } from "kysely";
import type { Identity } from "./trackerIdentities.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export interface TrackerFields {
  name: string;
  type: string;
  /** Of them the first MAC stays with the tracker itself. */
  identities: readonly Identity[];
  serialNo: string | null;
}

export interface NewTracker extends TrackerFields {
  id: string;
  guid: string;
  customerId: string;
  siteId: string;
  mqttGuid: string;
  mqttUsername: string;
  mqttSecretHash: string;
}

const columnsOf = ({ name, type, identities, serialNo }: TrackerFields) => ({
  name,
  type,
  mac: identities.find(({ kind }) => kind === "mac")?.value ?? null,
  serial_no: serialNo,
});

/** Besides its first MAC, in order. */
export async function identitiesOf(trx: WriteTransaction, trackerId: string): Promise<Identity[]> {
  return trx
    .selectFrom("tracker_identities")
    .select(["kind", "value"])
    .where("tracker_id", "=", trackerId)
    .orderBy("position")
    .execute();
}

/** Writes a tracker's identities besides its first MAC. */
async function writeIdentities(
  trx: WriteTransaction,
  { id, customerId }: { id: string; customerId: string },
  identities: readonly Identity[],
): Promise<void> {
  await trx.deleteFrom("tracker_identities").where("tracker_id", "=", id).execute();
  const first = identities.find(({ kind }) => kind === "mac");
  const others = identities.filter((one) => one !== first);
  if (others.length === 0) return;
  await trx
    .insertInto("tracker_identities")
    .values(others.map((one, position) => ({ tracker_id: id, customer_id: customerId, position, ...one })))
    .execute();
}

/** A MAC of these that another tracker of the customer has, as its first or as a further one. Null: there is none. */
export async function usedMac(
  trx: WriteTransaction,
  { id, customerId }: { id: string; customerId: string },
  identities: readonly Identity[],
): Promise<string | null> {
  const macs = identities.filter(({ kind }) => kind === "mac").map(({ value }) => value);
  if (macs.length === 0) return null;
  const row = await sql<{ mac: string }>`select t.mac from trackers t where t.customer_id = ${customerId}
      and t.deleted_at is null and t.id <> ${id} and t.mac = any(${macs}::text[])
    union all select i.value from tracker_identities i where i.customer_id = ${customerId} and i.tracker_id <> ${id}
      and i.kind = 'mac' and i.value = any(${macs}::text[]) limit 1`.execute(trx);
  return row.rows[0]?.mac ?? null;
}

/** How many keys that resolve private addresses a customer's other trackers have. */
export async function countKeys(
  trx: WriteTransaction,
  { id, customerId }: { id: string; customerId: string },
): Promise<number> {
  const { count } = await trx
    .selectFrom("tracker_identities")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .where("kind", "=", "irk")
    .where("tracker_id", "<>", id)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertTracker(trx: WriteTransaction, tracker: NewTracker): Promise<void> {
  const { id, guid, customerId, siteId } = tracker;
  await trx
    .insertInto("trackers")
    .values({
      id,
      guid,
      customer_id: customerId,
      site_id: siteId,
      mqtt_guid: tracker.mqttGuid,
      mqtt_username: tracker.mqttUsername,
      mqtt_secret_hash: tracker.mqttSecretHash,
      ...columnsOf(tracker),
    })
    .execute();
  await writeIdentities(trx, tracker, tracker.identities);
}

/** Locks a tracker's row for a change, its asset's before it, as linking does. False: it is not there. */
export async function lockTracker(trx: WriteTransaction, id: string): Promise<boolean> {
  await sql`select from assets where id in (select asset_id from links where tracker_id = ${id} and unlinked_at is null)
    for no key update`.execute(trx);
  const row = await trx
    .selectFrom("trackers")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Another tracker of this type on the same asset. Null: there is none. */
export async function otherOfType(
  trx: WriteTransaction,
  id: string,
  type: string,
): Promise<{ id: string; name: string } | null> {
  const row = await trx
    .selectFrom("links as own")
    .innerJoin("links as l", "l.asset_id", "own.asset_id")
    .innerJoin("trackers as t", "t.id", "l.tracker_id")
    .select(["t.id", "t.name"])
    .where("own.tracker_id", "=", id)
    .where("own.unlinked_at", "is", null)
    .where("l.unlinked_at", "is", null)
    .where("t.id", "<>", id)
    .where("t.type", "=", type)
    .executeTakeFirst();
  return row ?? null;
}

const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

export async function updateTracker(
  trx: WriteTransaction,
  { id, customerId }: { id: string; customerId: string },
  fields: TrackerFields,
): Promise<void> {
  await trx
    .updateTable("trackers")
    .set({ ...columnsOf(fields), ...touched })
    .where("id", "=", id)
    .execute();
  await writeIdentities(trx, { id, customerId }, fields.identities);
}

export async function setTrackerArchived(trx: WriteTransaction, id: string, archived: boolean): Promise<void> {
  await trx
    .updateTable("trackers")
    .set({ archived, ...touched })
    .where("id", "=", id)
    .execute();
}

/** It leaves lists and the map, and its identities are free; its history keeps its name. */
export async function markTrackerDeleted(trx: WriteTransaction, id: string): Promise<void> {
  await trx.deleteFrom("tracker_identities").where("tracker_id", "=", id).execute();
  await trx
    .updateTable("trackers")
    .set({ deleted_at: sql`now()`, ...touched })
    .where("id", "=", id)
    .execute();
}
