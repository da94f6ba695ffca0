import type { ScanReceipt } from "@pulse/contract/ingest";
import { AppError } from "@pulse/contract/errors";
import { defaults } from "@pulse/contract/limits";
import type { SiteModels } from "../locate/siteModels.ts";
import type { IngestCounters } from "./counters.ts";
import type { GatewayDoor } from "./gatewayDoor.ts";
import type { GatewayIngest } from "./gatewayIngest.ts";
import { gatewayTopics, type KnownGateway } from "./knownDevices.ts";

export type ScansService = ReturnType<typeof scansService>;

/** What gateways post over HTTP; it goes the way of what they publish. */
export function scansService(parts: {
  door: GatewayDoor;
  sites: Pick<SiteModels, "of">;
  counters: Pick<IngestCounters, "complain">;
  fromGateway: GatewayIngest;
  now(): number;
}) {
  const { sites, counters, now } = parts;
  let closed = false;

  return {
    /** The gateway whose MQTT user name and password these are. @throws {AppError} `unauthorized`, `too_many_requests` */
    authenticate: async (authorization: string | undefined, address: string): Promise<KnownGateway> => {
      const [username, password] = credentialsOf(authorization);
      const who = `${username.slice(0, 60) || "nobody"} over HTTP`;
      try {
        const gateway = username && password ? await parts.door(address, username, password) : null;
        if (gateway) return gateway;
      } catch (error) {
        if (error instanceof AppError) counters.complain("refused_too_often", `${who} from ${address}`);
        throw error;
      }
      counters.complain("refused_credentials", who);
      throw new AppError("unauthorized", { headers: { "www-authenticate": 'Basic realm="Pulse", charset="UTF-8"' } });
    },

    /** @throws {AppError} `invalid_parameter` with the reason, for a message that cannot be read or is another gateway's */
    take: async (gateway: KnownGateway, payload: Uint8Array): Promise<ScanReceipt> => {
      const site = await sites.of(gateway.siteId);
      // What is taken now would not be written any more: the gateway is to come again.
      if (closed) throw new AppError("internal_server_error", { headers: { "retry-after": "5" } });
      const { publishTopics } = gatewayTopics(gateway.hardwareType, gateway.mac, gateway.mqttGuid);
      const taken = parts.fromGateway(gateway, {
        source: "POST ingest/scans",
        topics: onePerDialect(publishTopics),
        payload,
        atMs: now(),
      });
      if ("refused" in taken)
        throw new AppError("invalid_parameter", {
          details: [{ path: "body", code: "invalid_parameter", message: taken.refused }],
        });
      return {
        ...taken,
        mobileGatewayInterval: site?.mobile.intervalMs ?? defaults.mobileGatewayIntervalMs,
        mobileGatewayDuration: site?.mobile.durationMs ?? defaults.mobileGatewayDurationMs,
      };
    },

    /** From now on everything is refused. */
    close: (): void => {
      closed = true;
    },
  };
}

/** The user name and password of RFC 7617; empty where there are none. */
function credentialsOf(authorization: string | undefined): [string, string] {
  const [, encoded] = /^basic +([a-z0-9+/_=-]+) *$/i.exec(authorization ?? "") ?? [];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? ["", ""] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** A maker's dialect is told by what the message says, so that one of its topics stands for all. */
function onePerDialect(topics: ReadonlySet<string>): string[] {
  const [first] = topics;
  const own = [...topics].find((topic) => topic.startsWith("pulse/"));
  return [...new Set([first, own].filter((topic) => topic !== undefined))];
}
