import type { DeviceRequest } from "@pulse/contract/deviceRequests";
import { limits } from "@pulse/contract/limits";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { DeviceCommand, DeviceRequestsTable } from "../../platform/database/tables/deviceRequests.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type DeviceRequestsRepository = ReturnType<typeof deviceRequestsRepository>;
export type RequestRow = Selectable<DeviceRequestsTable>;
export type State = RequestRow["state"];

/** A device that requests can go to. */
export interface Target {
  target: "tracker" | "hardware";
  id: string;
  name: string;
  siteId: string;
  customerId: string;
  /** AA:BB:CC:DD:EE:FF; null: a tracker without one. */
  mac: string | null;
  type: string;
  mobile: boolean;
  mayRing: boolean;
  mayConfigure: boolean;
  asset: { id: string; name: string } | null;
}

/** A request that has not ended, with the address of its tracker. */
export interface OpenRow extends RequestRow {
  mac: string | null;
}

const openStates: State[] = ["queued", "accepted"];

/** A request as the API and the socket show it. */
export function requestView(row: RequestRow): DeviceRequest {
  const configuration = row.configuration ?? row.command.configuration ?? null;
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    targetId: row.target_id,
    targetName: row.target_name,
    state: row.state,
    reason: row.reason,
    via: row.via_id === null || row.via_name === null ? null : { id: row.via_id, name: row.via_name },
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    configuration,
  };
}

export function deviceRequestsRepository(db: Kysely<Database>) {
  const requests = () => db.selectFrom("device_requests as r").selectAll("r");
  const open = () =>
    requests()
      .leftJoin("trackers as t", "t.id", "r.target_id")
      .select("t.mac")
      .where("r.state", "in", openStates)
      .orderBy("r.requested_at")
      .orderBy("r.id");
  const gateways = () =>
    db
      .selectFrom("hardwares as h")
      .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
      .select(["h.id", "h.name", "h.mac", "h.site_id", "h.customer_id", "t.type", "t.mobile", "t.capabilities"])
      .where("h.deleted_at", "is", null);
  const trackers = () =>
    db
      .selectFrom("trackers as h")
      .innerJoin("tracker_types as t", "t.type", "h.type")
      .leftJoin("links as l", (join) => join.onRef("l.tracker_id", "=", "h.id").on("l.unlinked_at", "is", null))
      .leftJoin("assets as a", "a.id", "l.asset_id")
      .select(["h.id", "h.name", "h.mac", "h.site_id", "h.customer_id", "t.type", "t.capabilities"])
      .select(["a.id as asset_id", "a.name as asset_name"])
      .where("h.deleted_at", "is", null);
  const gatewayOf = (row: Awaited<ReturnType<ReturnType<typeof gateways>["execute"]>>[number]): Target => ({
    target: "hardware",
    id: row.id,
    name: row.name,
    siteId: row.site_id,
    customerId: row.customer_id,
    mac: row.mac,
    type: row.type,
    mobile: row.mobile,
    mayRing: false,
    mayConfigure: row.capabilities.deviceConfig,
    asset: null,
  });
  const trackerOf = (row: Awaited<ReturnType<ReturnType<typeof trackers>["execute"]>>[number]): Target => ({
    target: "tracker",
    id: row.id,
    name: row.name,
    siteId: row.site_id,
    customerId: row.customer_id,
    mac: row.mac,
    type: row.type,
    mobile: false,
    mayRing: row.capabilities.ring,
    mayConfigure: row.capabilities.deviceConfig,
    asset: row.asset_id && row.asset_name ? { id: row.asset_id, name: row.asset_name } : null,
  });

  return {
    find: async (target: Target["target"], id: string): Promise<Target | null> => {
      if (target === "hardware") {
        const row = await gateways().where("h.id", "=", id).executeTakeFirst();
        return row ? gatewayOf(row) : null;
      }
      const row = await trackers().where("h.id", "=", id).executeTakeFirst();
      return row ? trackerOf(row) : null;
    },

    /** All devices of a site, by name; archived trackers are left out. */
    ofSite: async (target: Target["target"], siteId: string): Promise<Target[]> =>
      target === "hardware"
        ? (await gateways().where("h.site_id", "=", siteId).orderBy("h.name").execute()).map(gatewayOf)
        : (
            await trackers().where("h.site_id", "=", siteId).where("h.archived", "=", false).orderBy("h.name").execute()
          ).map(trackerOf),

    latest: (targetId: string): Promise<RequestRow[]> =>
      requests()
        .where("r.target_id", "=", targetId)
        .orderBy("r.requested_at", "desc")
        .orderBy("r.id", "desc")
        .limit(limits.deviceRequestsShown)
        .execute(),

    configuration: (targetId: string) =>
      db.selectFrom("device_configurations").selectAll().where("target_id", "=", targetId).executeTakeFirst(),

    /** Ringing time of a customer, ms; null: not set. */
    ringDuration: async (customerId: string): Promise<number | null> =>
      (
        await db
          .selectFrom("customers")
          .select(sql<number | null>`(config ->> 'kkmRingDurationMs')::int`.as("ms"))
          .where("id", "=", customerId)
          .executeTakeFirst()
      )?.ms ?? null,

    siteName: async (siteId: string): Promise<string> =>
      (await db.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirst())?.name ?? "",

    insert: async (
      trx: WriteTransaction,
      of: Target,
      request: { id: string; kind: RequestRow["kind"]; command: DeviceCommand; by: string; at: Date },
    ): Promise<RequestRow> => {
      if (request.kind !== "ring")
        await trx
          .insertInto("device_configurations")
          .values({ target_id: of.id, last_requested_at: request.at })
          .onConflict((on) => on.column("target_id").doUpdateSet({ last_requested_at: request.at }))
          .execute();
      return trx
        .insertInto("device_requests")
        .values({
          id: request.id,
          customer_id: of.customerId,
          site_id: of.siteId,
          kind: request.kind,
          target: of.target,
          target_id: of.id,
          target_name: of.name,
          asset_id: of.asset?.id ?? null,
          asset_name: of.asset?.name ?? null,
          state: "queued",
          command: JSON.stringify(request.command),
          requested_by: request.by,
          requested_at: request.at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Requests that have not ended, of one site or of all, the oldest first. */
    open: (siteId?: string): Promise<OpenRow[]> =>
      open()
        .$if(siteId !== undefined, (query) => query.where("r.site_id", "=", siteId!))
        .execute(),

    /** Notes that a request goes out through a gateway. Null: it has ended, or another process has sent it meanwhile. */
    markSent: async (
      { id, sent_at: sentBefore }: Pick<RequestRow, "id" | "sent_at">,
      via: { id: string; name: string },
      at: Date,
    ): Promise<OpenRow | null> => {
      const changed = await db
        .updateTable("device_requests")
        .set({
          seq: sql<number>`coalesce(seq, nextval('device_request_seq')::int)`,
          via_id: via.id,
          via_name: via.name,
          tried: sql<string[]>`array_append(tried, ${via.id}::uuid)`,
          sent_at: at,
        })
        .where("id", "=", id)
        .where("state", "in", openStates)
        .where("sent_at", "is not distinct from", sentBefore)
        .executeTakeFirst();
      return changed.numUpdatedRows === 0n ? null : ((await open().where("r.id", "=", id).executeTakeFirst()) ?? null);
    },

    /** The request that a gateway's answer is for, ended ones too if they ended without an answer. */
    answered: (seq: number, gatewayId: string, since: Date): Promise<RequestRow | undefined> =>
      requests()
        .where("r.seq", "=", seq)
        .where(sql<boolean>`${gatewayId}::uuid = any(r.tried)`)
        .where("r.requested_at", ">=", since)
        .where("r.state", "in", [...openStates, "expired"])
        .orderBy("r.requested_at", "desc")
        .executeTakeFirst(),

    /** Moves a request on, if it is still in one of these states. Null: it is not. */
    move: async (
      id: string,
      from: readonly State[],
      to: { state: State; reason?: string | null; configuration?: object | null; at: Date },
    ): Promise<RequestRow | null> => {
      const { state, reason = null, configuration, at } = to;
      const row = await db
        .updateTable("device_requests")
        .set({
          state,
          reason,
          ...(configuration === undefined ? {} : { configuration: configuration && JSON.stringify(configuration) }),
          ...(state === "accepted" || state === "done"
            ? { accepted_at: sql<Date>`coalesce(accepted_at, ${at}::timestamptz)` }
            : {}),
          ...(state === "accepted" ? {} : { completed_at: at }),
        })
        .where("id", "=", id)
        .where("state", "in", from)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Keeps what a device has reported or confirmed. */
    learn: async (
      targetId: string,
      reported: { configuration: object; told: object; how: "read" | "update"; at: Date },
    ): Promise<void> => {
      const at = reported.how === "read" ? { last_read_at: reported.at } : { last_updated_at: reported.at };
      const [configuration, told] = [JSON.stringify(reported.configuration), JSON.stringify(reported.told)];
      await db
        .insertInto("device_configurations")
        .values({ target_id: targetId, configuration, told, ...at })
        .onConflict((on) =>
          on.column("target_id").doUpdateSet({
            configuration: sql`coalesce(device_configurations.configuration, '{}'::jsonb) || ${configuration}::jsonb`,
            told: sql`coalesce(device_configurations.told, '{}'::jsonb) || ${told}::jsonb`,
            ...at,
          }),
        )
        .execute();
    },
  };
}
