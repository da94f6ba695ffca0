import type { TrackerIdentity } from "@pulse/contract/trackerIdentities";
import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, sql, type SqlBool } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { formerNamesOf } from "../../platform/database/formerNames.ts";
import type { StoredShare } from "../../platform/log/logScope.ts";
import type { RegisteredGateway, RegisteredTracker } from "../../platform/devices/registeredDevice.ts";

/** `id = any(…)`: one statement whatever the number of ids. */
function among(ids: readonly string[]) {
  return sql<string>`any(${[...ids]}::uuid[])`;
}

function selectGateways(db: Kysely<Database>) {
  return db
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .select(["h.id", "h.guid", "h.name", "h.site_id", "h.customer_id", "h.mac", "h.mqtt_guid", "t.type", "t.mobile"])
    .select(formerNamesOf("h").as("former_names"))
    .where("h.deleted_at", "is", null);
}

type GatewayRow = Awaited<ReturnType<ReturnType<typeof selectGateways>["executeTakeFirstOrThrow"]>>;

function gatewayOf(row: GatewayRow): RegisteredGateway {
  return {
    id: row.id,
    guid: row.guid,
    name: row.name,
    formerNames: row.former_names,
    siteId: row.site_id,
    customerId: row.customer_id,
    mac: row.mac,
    mqttGuid: row.mqtt_guid,
    hardwareType: row.type,
    mobile: row.mobile,
  };
}

/** Gateways and trackers as the live path needs them. */
export function devicesRepository(db: Kysely<Database>) {
  return {
    /** All gateways, or those of these ids; deleted ones are not among them. */
    gateways: async (ids: readonly string[] | "all"): Promise<RegisteredGateway[]> => {
      const rows = await selectGateways(db)
        .$if(ids !== "all", (query) => query.where("h.id", "=", among(ids as string[])))
        .execute();
      return rows.map(gatewayOf);
    },

    /** The gateway that has this MQTT user name, with the hash of its password. */
    gatewayCredentials: async (
      username: string,
    ): Promise<{ gateway: RegisteredGateway; secretHash: string } | null> => {
      const row = await selectGateways(db)
        .select("h.mqtt_secret_hash")
        .where("h.mqtt_username", "=", username)
        .executeTakeFirst();
      return row ? { gateway: gatewayOf(row), secretHash: row.mqtt_secret_hash } : null;
    },

    /** The gateways and trackers whose topics have this name in them: a MAC, or an MQTT guid. */
    idsOfName: async (name: string): Promise<{ gateways: string[]; trackers: string[] }> => {
      const column = /^[0-9a-f-]{36}$/i.test(name) ? "mqtt_guid" : "mac";
      const [gateways, trackers] = await Promise.all(
        (["hardwares", "trackers"] as const).map((table) =>
          db.selectFrom(table).select("id").where(column, "=", name).where("deleted_at", "is", null).execute(),
        ),
      );
      return { gateways: gateways!.map(({ id }) => id), trackers: trackers!.map(({ id }) => id) };
    },

    /** All trackers, or those of these ids, each with its present asset; archived and deleted ones are left out. */
    trackers: async (ids: readonly string[] | "all"): Promise<RegisteredTracker[]> => {
      const rows = await db
        .selectFrom("trackers as t")
        .leftJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "t.id").on("l.unlinked_at", "is", null))
        .leftJoin("assets as a", (join) =>
          join.onRef("a.id", "=", "l.asset_id").on("a.archived", "=", false).on("a.deleted_at", "is", null),
        )
        .leftJoin("tracker_status as s", "s.tracker_id", "t.id")
        .leftJoin("tracker_shares as ts", "ts.tracker_id", "t.id")
        .leftJoin("asset_shares as ash", "ash.asset_id", "a.id")
        .select(["t.id", "t.guid", "t.mac", "t.site_id", "t.customer_id", "t.mqtt_guid", "s.battery_level"])
        .select(["a.id as asset_id", "a.guid as asset_guid", "ash.share as asset_share"])
        .select(["ts.share", "ts.since as share_since", "ts.share_before"])
        .select(
          sql<TrackerIdentity[]>`(select coalesce(json_agg(json_build_object('kind', i.kind, 'value', i.value)), '[]')
            from tracker_identities i where i.tracker_id = t.id)`.as("identities"),
        )
        .where("t.archived", "=", false)
        .where("t.deleted_at", "is", null)
        .$if(ids !== "all", (query) => query.where("t.id", "=", among(ids as string[])))
        .execute();
      return rows.map((row) => ({
        id: row.id,
        guid: row.guid,
        mac: row.mac,
        identities: row.identities,
        siteId: row.site_id,
        customerId: row.customer_id,
        mqttGuid: row.mqtt_guid,
        batteryLevel: row.battery_level,
        asset:
          row.asset_id && row.asset_guid
            ? { id: row.asset_id, guid: row.asset_guid, share: storedShare(row.asset_share) }
            : null,
        share: storedShare(row.share, row.share_since, row.share_before),
      }));
    },

    /** The trackers of a site; archived and deleted ones are not among them. */
    trackersOfSite: async (siteId: string): Promise<string[]> => {
      const rows = await db
        .selectFrom("trackers")
        .select("id")
        .where("site_id", "=", siteId)
        .where("archived", "=", false)
        .where("deleted_at", "is", null)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** The trackers of these links, and those that are linked to these assets. */
    trackersLinkedBy: async (ids: readonly string[]): Promise<string[]> => {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("links")
        .select("tracker_id")
        .where((eb) => eb.or([eb("id", "=", among(ids)), isOpenLinkOf(eb, ids)]))
        .execute();
      return rows.map((row) => row.tracker_id);
    },

    /** Those of these sites that no longer exist. */
    removedSites: async (ids: readonly string[]): Promise<string[]> => {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom("sites").select("id").where("id", "=", among(ids)).execute();
      const existing = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !existing.has(id));
    },
  };
}

function storedShare(
  share: number | null,
  since: number | null = null,
  before: number | null = null,
): StoredShare | null {
  return share === null ? null : { share, since, before };
}

function isOpenLinkOf(
  eb: ExpressionBuilder<Database, "links">,
  assetIds: readonly string[],
): ExpressionWrapper<Database, "links", SqlBool> {
  return eb.and([eb("asset_id", "=", among(assetIds)), eb("unlinked_at", "is", null)]);
}
