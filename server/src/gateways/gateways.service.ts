import { AppError } from "@pulse/contract/errors";
import type { Hardware, HardwareListed, MqttCredentials } from "@pulse/contract/gateways";
import { limits } from "@pulse/contract/limits";
import type { PageMetadata } from "@pulse/contract/page";
import type { Kysely } from "kysely";
import { type Bus, BusRefusal } from "../adapters/bus/bus.ts";
import type { KeptMessage, LiveGateway } from "../adapters/bus/requests.ts";
import type { Database } from "../adapters/database/schema.ts";
import { metadataOf, type SearchQuery, sortTerms, window } from "../adapters/database/listing.ts";
import { gatewayTopics } from "../ingest/gatewayTopics.ts";
import { hashSecret, newSecret } from "../ingest/secrets.ts";
import { elevationsOf } from "../sites/floorGeometry.ts";
import { placesOf } from "../sites/places.ts";
import type { Write } from "../writes/write.ts";
import { type GatewayRow, type GatewaysRepository } from "./gateways.repository.ts";
import { distanceBy, gatewayView } from "./gatewayView.ts";

export type GatewaysService = ReturnType<typeof gatewaysService>;

const nothingLive: LiveGateway = { connected: false, lastMessageMs: null, firmware: null, deaf: false, hears: 0 };

export function gatewaysService(parts: {
  db: Kysely<Database>;
  gateways: GatewaysRepository;
  bus: Pick<Bus, "ask">;
  now: () => number;
  mqtt: { host: string; port: () => number };
}) {
  const { gateways, bus, now } = parts;

  const view = async (rows: readonly GatewayRow[], siteId: string): Promise<Omit<Hardware, "beaconsConnected">[]> => {
    const places = await placesOf(parts.db, siteId);
    const elevations = elevationsOf(await gateways.floorsOf(siteId));
    const nowMs = now();
    const question = { siteId, hardwareIds: rows.map(({ id }) => id), sinceMs: nowMs - limits.connectedMs };
    // If no process works for the site, the stored values have to do.
    const live: Record<string, LiveGateway> = await bus.ask("liveGateways", question).catch(() => ({}));
    return rows.map((row) =>
      gatewayView(row, {
        places,
        live: live[row.id] ?? nothingLive,
        floorElevationM: elevations.get(row.floor_id ?? "") ?? 0,
        nowMs,
      }),
    );
  };

  const known = async (id: string): Promise<GatewayRow> => {
    const row = await gateways.find(id);
    if (!row) throw new AppError("not_found");
    return row;
  };

  return {
    known,
    types: gateways.types,

    /** Sorted here, since status, age and count live in memory; a site has hundreds of gateways, not millions. */
    search: async (
      siteId: string,
      query: SearchQuery,
      kind: "list" | "search",
    ): Promise<{ content: HardwareListed[]; metadata: PageMetadata }> => {
      const page = window(query, kind);
      const rows = await view(await gateways.ofSite(siteId, query), siteId);
      const sorted = sortBy(rows, query);
      return { content: sorted.slice(page.offset, page.offset + page.limit), metadata: metadataOf(rows.length, page) };
    },

    detail: async (row: GatewayRow): Promise<Hardware> => {
      const [shown] = await view([row], row.site_id);
      const question = { siteId: row.site_id, hardwareId: row.id, sinceMs: now() - limits.connectedMs };
      const heard = await bus.ask("hearing", question).catch(() => []);
      const trackers = new Map(
        (await gateways.trackers(heard.map(({ trackerId }) => trackerId))).map((tracker) => [tracker.id, tracker]),
      );
      return {
        ...shown!,
        beaconsConnected: heard.flatMap(({ trackerId, rssi, atMs }) => {
          const tracker = trackers.get(trackerId);
          if (!tracker) return [];
          return {
            trackerId,
            guid: tracker.guid,
            name: tracker.name,
            mac: tracker.mac,
            asset: tracker.asset_id && tracker.asset_name ? { id: tracker.asset_id, name: tracker.asset_name } : null,
            rssi: Math.round(rssi),
            distance: distanceBy(row, rssi),
            lastHeardAt: new Date(atMs).toISOString(),
          };
        }),
      };
    },

    /** The last messages of a gateway, newest first. Throws `service_unavailable` if no process has them now. */
    messages: async (row: GatewayRow): Promise<KeptMessage[]> => {
      try {
        return await bus.ask("keptMessages", { siteId: row.site_id, hardwareId: row.id });
      } catch (error) {
        throw error instanceof BusRefusal ? new AppError("service_unavailable", { cause: error }) : error;
      }
    },

    /** Makes a new password. The old one ends at once, and whoever is connected with it is disconnected. */
    newCredentials: (write: Write<MqttCredentials>, row: GatewayRow): Promise<MqttCredentials> => {
      const mqttPassword = newSecret();
      const topics = gatewayTopics(row.hardware_type, row.mac, row.mqtt_guid);
      const content: MqttCredentials = {
        mqttGuid: row.mqtt_guid,
        mqttUsername: row.mqtt_username,
        mqttPassword,
        host: parts.mqtt.host,
        port: parts.mqtt.port(),
        tlsPort: null,
        publishTopics: [...topics.publishTopics],
        subscribeTopics: [...topics.subscribeTopics],
      };
      return write.commit(async (trx) => {
        await gateways.setSecret(trx, row.id, hashSecret(mqttPassword));
        return {
          content,
          records: [
            {
              kind: "gateway",
              action: "credentials_reset",
              customerId: row.customer_id,
              siteId: row.site_id,
              entity: { kind: "hardware", id: row.id, name: row.name },
            },
          ],
        };
      });
    },
  };
}

type Listed = Omit<Hardware, "beaconsConnected">;
const sortKeys: Readonly<Record<string, (row: Listed) => string | number>> = {
  id: (row) => row.id,
  name: (row) => row.name.toLowerCase(),
  hardware_type: (row) => row.hardwareType.type,
  status: (row) => row.status,
  mac: (row) => row.mac,
  last_updated: (row) => row.lastUpdated ?? "",
  num_connected: (row) => row.numConnected,
  created_at: (row) => row.createdAt,
};

function sortBy(rows: readonly Listed[], query: SearchQuery): Listed[] {
  const terms = sortTerms(query).map(({ field, direction }) => ({
    key: sortKeys[field]!,
    factor: direction === "asc" ? 1 : -1,
  }));
  return rows.toSorted((a, b) => {
    for (const { key, factor } of terms) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -factor : factor;
    }
    return 0;
  });
}
