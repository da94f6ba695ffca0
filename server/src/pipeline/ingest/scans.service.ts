import type { ScanReceipt } from "@pulse/contract/ingest";
import { AppError } from "@pulse/contract/errors";
import { defaults } from "@pulse/contract/limits";
import type { GatewayMessage } from "@pulse/protocols/message";
import type { SiteModels } from "../locate/siteModels.ts";
import type { GatewayIngest } from "./gatewayIngest.ts";
import { type Intake, postedTopic } from "./intake.ts";
import { gatewayTopics } from "../../platform/devices/gatewayTopics.ts";
import { readGatewayMessage } from "./readGatewayMessage.ts";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";

/** A body may be this long, bytes; Fastify refuses longer ones. */
const maxPostBytes = 1024 * 1024;

export type ScansService = ReturnType<typeof scansService>;

/** Messages that gateways post over HTTP; they take the same path as published ones. */
export function scansService(parts: {
  sites: Pick<SiteModels, "of">;
  fromGateway: Pick<GatewayIngest, "refuse">;
  /** Rejects if it cannot be kept. */
  append: Intake["posted"];
  /** Notes that a gateway's message was too long; `about` says which. */
  tooLong(gateway: RegisteredGateway, about: string): void;
  /** Whether this message is one too many. */
  throttled(gateway: RegisteredGateway): boolean;
  now(): number;
}) {
  const { sites, now } = parts;
  let closed = false;

  return {
    /**
     * Resolves once the message is kept; it is processed from the log.
     * @throws {AppError} `invalid_parameter` with the reason, if a message cannot be read or is another gateway's;
     * `too_many_requests` if the gateway sends too many; `service_unavailable` if it cannot be kept
     */
    receive: async (gateway: RegisteredGateway, payload: Uint8Array): Promise<ScanReceipt> => {
      const site = await sites.of(gateway.siteId);
      // A message taken now could no longer be written, so the gateway should try again.
      if (closed) throw new AppError("service_unavailable", { headers: { "retry-after": "5" } });
      if (parts.throttled(gateway))
        throw new AppError("too_many_requests", { values: { seconds: 1 }, headers: { "retry-after": "1" } });
      const post = { source: postedTopic, topics: postedTopics(gateway), payload, atMs: now(), position: 0 };
      let counts: Counts;
      try {
        counts = countsOf(readGatewayMessage(gateway, post));
      } catch (error) {
        const message = parts.fromGateway.refuse(gateway, post, error);
        throw new AppError("invalid_parameter", { details: [{ path: "body", code: "invalid_parameter", message }] });
      }
      await parts.append(gateway.id, payload).catch((cause: unknown) => {
        throw new AppError("service_unavailable", { cause, headers: { "retry-after": "5" } });
      });
      return {
        ...counts,
        mobileGatewayInterval: site?.mobile.intervalMs ?? defaults.mobileGatewayIntervalMs,
        mobileGatewayDuration: site?.mobile.durationMs ?? defaults.mobileGatewayDurationMs,
      };
    },

    /**
     * Notes a message that was refused before it was read.
     * @param reason its length in bytes if it is too long, null if that was not announced; else what is wrong with it
     */
    dropped: (gateway: RegisteredGateway, reason: number | null | Error): void => {
      if (reason instanceof Error) {
        const nothing = new Uint8Array();
        const post = { source: postedTopic, topics: [], payload: nothing, atMs: now(), position: 0 };
        parts.fromGateway.refuse(gateway, post, reason);
      } else parts.tooLong(gateway, `${postedTopic}: ${reason ?? `more than ${maxPostBytes}`} bytes`);
    },

    /** From now on everything is refused. */
    close: (): void => {
      closed = true;
    },
  };
}

type Counts = Pick<ScanReceipt, "accepted" | "rejected">;

/** An impossible place is left out of a message, like an impossible advert. */
function countsOf(read: GatewayMessage): Counts {
  if (read.kind !== "scan") return { accepted: 0, rejected: 0 };
  const misplaced = read.gps !== undefined && "rejected" in read.gps ? 1 : 0;
  return { accepted: read.adverts.length, rejected: read.rejected.length + misplaced };
}

/** The message itself shows which of a maker's dialects it is in, so any one of its topics will do. */
export function postedTopics(gateway: RegisteredGateway): string[] {
  const { publishTopics } = gatewayTopics(gateway.hardwareType, gateway.mac, gateway.mqttGuid, gateway.name);
  const [first] = publishTopics;
  const generic = [...publishTopics].find((topic) => topic.startsWith("pulse/"));
  return [...new Set([first, generic].filter((topic) => topic !== undefined))];
}
