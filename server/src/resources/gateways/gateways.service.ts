import { AppError } from "@pulse/contract/errors";
import type { GatewayStatus, Hardware } from "@pulse/contract/gateways";
import type { Heard } from "@pulse/contract/gatewayReports";
import { limits } from "@pulse/contract/limits";
import type { PageMetadata } from "@pulse/contract/page";
import type { Kysely } from "kysely";
import { type Bus, BusRefusal } from "../../platform/bus/bus.ts";
import type { LoggedMessage, LiveGateway } from "../../platform/bus/requests.ts";
import type { Database } from "../../platform/database/schema.ts";
import { metadataOf, window } from "../../platform/database/listing.ts";
import { invalidValues } from "../../platform/access/refusals.ts";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import { haveNameInTopics } from "../../platform/devices/gatewayTopics.ts";
import { noCounts } from "../../pipeline/ingest/messageCounts.ts";
import { elevationsOf } from "../../pipeline/places/floorGeometry.ts";
import { placesOf } from "../../pipeline/places/places.ts";
import { sortGateways } from "./gatewayOrder.ts";
import { type GatewayQuery, type GatewayRow, gatewaysRepository } from "./gateways.repository.ts";
import { connectedMs, distanceBy, gatewayView, lastMessageMs, statusOf } from "./gatewayView.ts";
import { clockFault } from "./health.ts";
import { outsideFloorM } from "./outsideFloor.ts";
import { calibratedRadioOf } from "./calibratedRadio.ts";
import { seesMobile } from "./mobileAccess.ts";

export type GatewaysService = ReturnType<typeof gatewaysService>;
type VisibleGateway = Omit<Hardware, "beaconsConnected">;

/** A list's query with the filters on what only memory knows. */
interface ListQuery extends GatewayQuery {
  status?: GatewayStatus[] | undefined;
  health?: string[] | undefined;
}

const nothingLive: LiveGateway = {
  connected: false,
  left: false,
  lastMessageMs: null,
  firmware: null,
  underperforming: false,
  swappedWith: null,
  trackersInRange: 0,
  diagnostics: { ...noCounts(), clockOffsetMs: null, connections: 0, shared: false },
};
/** At most this many gateways that were heard but not onboarded are listed. */
const maxUnregistered = 200;

/**
 * Gateways, visible to whoever may enter their site; for everybody else they do not exist (404).
 * @param parts.processedMs the moment up to which all messages are processed: what waits is no silence
 */
export function gatewaysService(parts: {
  db: Kysely<Database>;
  bus: Pick<Bus, "ask">;
  processedMs: () => number;
  now: () => number;
}) {
  const { db, bus, processedMs, now } = parts;
  const gateways = gatewaysRepository(db);

  const liveOf = async (rows: readonly GatewayRow[], siteId: string): Promise<Record<string, LiveGateway>> => {
    const nowMs = processedMs();
    const question = {
      siteId,
      gatewayIds: rows.map(({ id }) => id),
      sinceMs: nowMs - limits.connectedMs,
      sinceMsOf: Object.fromEntries(rows.map((row) => [row.id, nowMs - connectedMs(row)])),
    };
    // If no process works for the site, only the stored values are used.
    return bus.ask("liveGateways", question).catch(() => ({}));
  };
  const view = async (
    of: Kysely<Database>,
    rows: readonly GatewayRow[],
    siteId: string,
    live: Record<string, LiveGateway>,
  ): Promise<VisibleGateway[]> => {
    const places = await placesOf(of, siteId);
    const floors = await gatewaysRepository(of).floorsOf(siteId);
    const elevations = elevationsOf(floors);
    const nowMs = processedMs();
    return rows.map((row) =>
      gatewayView(row, {
        places,
        live: live[row.id] ?? nothingLive,
        floorElevationM: elevations.get(row.floor_id ?? "") ?? 0,
        outsideM: outsideFloorM(row, floors),
        nowMs,
      }),
    );
  };

  return {
    types: gateways.types,

    reachable: async (viewer: Viewer, id: string): Promise<GatewayRow> => {
      const row = await gateways.find(id);
      if (row === undefined || !canEnter(viewer, { customerId: row.customer_id, siteId: row.site_id }))
        throw new AppError("not_found");
      if (row.mobile && !seesMobile(viewer)) throw new AppError("not_found");
      return row;
    },

    /** Those of a site with these ids. @throws {AppError} `invalid_parameter` for ids that are none of them */
    allOf: async (viewer: Viewer, siteId: string, ids: readonly string[], path?: string): Promise<GatewayRow[]> => {
      const rows = (await gateways.ofIds(siteId, ids)).filter(({ mobile }) => !mobile || seesMobile(viewer));
      const existing = new Set(rows.map(({ id }) => id));
      const missing = ids.flatMap((id, nth) => (existing.has(id) ? [] : [nth]));
      if (missing.length > 0)
        throw invalidValues(
          missing.map((nth) => ({
            path: path ?? `hardware_ids[${nth}]`,
            code: "not_found",
            message: "is not a gateway of this site",
          })),
        );
      return rows;
    },

    /** Filtered and sorted here, since status, age and count live in memory; a site has hundreds of gateways. */
    search: async (
      viewer: Viewer,
      siteId: string,
      query: ListQuery,
      kind: "list" | "search",
    ): Promise<{ content: VisibleGateway[]; metadata: PageMetadata }> => {
      const page = window(query, kind);
      const found = await gateways.ofSite(siteId, query);
      const rows = seesMobile(viewer) ? found : found.filter(({ mobile }) => !mobile);
      const shown = (await view(db, rows, siteId, await liveOf(rows, siteId))).filter(
        ({ status, health }) =>
          (query.status?.includes(status) ?? true) &&
          (query.health === undefined || health.some((one) => query.health!.includes(one))),
      );
      const sorted = sortGateways(shown, query);
      return {
        content: sorted.slice(page.offset, page.offset + page.limit),
        metadata: metadataOf(shown.length, page),
      };
    },

    detail: async (row: GatewayRow): Promise<Hardware> => {
      const live = await liveOf([row], row.site_id);
      const [shown] = await view(db, [row], row.site_id, live);
      const { shared: _shared, ...diagnostics } = (live[row.id] ?? nothingLive).diagnostics;
      const question = { siteId: row.site_id, gatewayId: row.id, sinceMs: processedMs() - connectedMs(row) };
      const { radio, version } = await calibratedRadioOf(db, row);
      const received = await bus.ask("receivedTrackers", question).catch(() => []);
      const trackers = new Map(
        (await gateways.trackers(received.map(({ trackerId }) => trackerId))).map((tracker) => [tracker.id, tracker]),
      );
      return {
        ...shown!,
        diagnostics,
        swappedWith: live[row.id]?.swappedWith ?? null,
        learned:
          version === null
            ? null
            : {
                version: version.number,
                since: version.createdAt.toISOString(),
                powerDbm: Number(radio.powerDbm.toFixed(1)),
                exponent: Number(radio.exponent.toFixed(2)),
              },
        beaconsConnected: received.flatMap(({ trackerId, rssi, atMs }) => {
          const tracker = trackers.get(trackerId);
          if (!tracker) return [];
          return {
            trackerId,
            guid: tracker.guid,
            name: tracker.name,
            mac: tracker.mac,
            asset: tracker.asset_id && tracker.asset_name ? { id: tracker.asset_id, name: tracker.asset_name } : null,
            rssi: Math.round(rssi),
            distance: distanceBy(radio, rssi),
            lastHeardAt: new Date(atMs).toISOString(),
          };
        }),
      };
    },

    /**
     * As a transaction has written it. What it hears is not looked up, since a transaction must not wait for others.
     */
    shownIn: async (trx: Kysely<Database>, id: string): Promise<Hardware> => {
      const row = (await gatewaysRepository(trx).find(id))!;
      const [shown] = await view(trx, [row], row.site_id, {});
      return shown!;
    },

    /** Whether a gateway is connected, and what was recently refused from it; nothing if no process knows it now. */
    connection: async (row: GatewayRow) => {
      const live = (await liveOf([row], row.site_id))[row.id] ?? nothingLive;
      const faults = await bus.ask("gatewayFaults", { siteId: row.site_id, gatewayId: row.id }).catch(() => []);
      const ignored = await bus.ask("ignoredTopics", { siteId: row.site_id, gatewayId: row.id }).catch(() => []);
      const lastMs = lastMessageMs(row, live);
      return {
        formerNames: haveNameInTopics(row.hardware_type)
          ? row.former_names.filter(({ until }) => Date.parse(until) > now())
          : [],
        ignoredTopics: ignored.map(({ atMs, ...topic }) => ({ ...topic, lastAt: new Date(atMs).toISOString() })),
        status: statusOf(row, live, processedMs()),
        connected: live.connected,
        lastMessageAt: lastMs === null ? null : new Date(lastMs).toISOString(),
        faults: [...faults, ...clockFault(live)]
          .sort((a, b) => b.atMs - a.atMs)
          .map(({ atMs, ...fault }) => ({ ...fault, at: new Date(atMs).toISOString() })),
      };
    },

    /** The last messages of a gateway, newest first. Throws `service_unavailable` if no process has them now. */
    messages: async (row: GatewayRow): Promise<LoggedMessage[]> => {
      try {
        return await bus.ask("loggedMessages", { siteId: row.site_id, gatewayId: row.id });
      } catch (error) {
        throw error instanceof BusRefusal ? new AppError("service_unavailable", { cause: error }) : error;
      }
    },

    unregistered: async (siteId: string): Promise<Heard[]> =>
      (await gateways.unregistered(siteId, maxUnregistered)).map((row) => ({
        mac: row.mac,
        identities: [{ kind: "mac" as const, value: row.mac }],
        kind: row.kind,
        name: row.name,
        rssi: row.rssi,
        hardwareId: row.hardware_id,
        hardwareName: row.hardware_name,
        firstHeardAt: row.first_heard_at.toISOString(),
        lastHeardAt: row.last_heard_at.toISOString(),
        count: row.count,
      })),
  };
}
