import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export interface TrackerFields {
  name: string;
  type: string;
  mac: string;
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

const columnsOf = ({ name, type, mac, serialNo }: TrackerFields) => ({ name, type, mac, serial_no: serialNo });

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

export async function updateTracker(trx: WriteTransaction, id: string, fields: TrackerFields): Promise<void> {
  await trx
    .updateTable("trackers")
    .set({ ...columnsOf(fields), ...touched })
    .where("id", "=", id)
    .execute();
}

export async function setTrackerArchived(trx: WriteTransaction, id: string, archived: boolean): Promise<void> {
  await trx
    .updateTable("trackers")
    .set({ archived, ...touched })
    .where("id", "=", id)
    .execute();
}

/** It leaves lists and the map, and its MAC is free; its history keeps its name. */
export async function markTrackerDeleted(trx: WriteTransaction, id: string): Promise<void> {
  await trx
    .updateTable("trackers")
    .set({ deleted_at: sql`now()`, ...touched })
    .where("id", "=", id)
    .execute();
}
