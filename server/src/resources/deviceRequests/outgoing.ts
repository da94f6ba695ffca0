import type { HardwareType } from "@pulse/protocols/adapter";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";
import type { DeviceCommand } from "@pulse/protocols/downlink";
import type { DeviceStatus } from "../../pipeline/ingest/deviceStatus.ts";
import type { RegisteredGateway } from "../../platform/devices/registeredDevice.ts";
import type { DeviceRegistry } from "../../pipeline/ingest/deviceRegistry.ts";
import type { OpenRow } from "./deviceRequests.repository.ts";

/** A tracker that was heard longer ago may no longer be near that gateway. */
const recentMs = 60_000;

/** How requests get to devices: through which gateways, and in which dialect. */
export interface Outgoing {
  /** The gateways that a request can go through now, the best first. */
  candidates(request: OpenRow): Promise<Candidate[]>;
  /** The request in the gateway's dialect. */
  payload(request: OpenRow, gateway: RegisteredGateway, seq: number): string;
}

/** A gateway that is connected, and the topic on which it takes commands. */
export interface Candidate {
  gateway: RegisteredGateway;
  topic: string;
}

/**
 * A gateway's own request goes to it alone; a tracker's goes through the connected gateway that has heard it best
 * recently.
 */
export function outgoing(parts: {
  devices: Pick<DeviceRegistry, "gateway">;
  status: Pick<DeviceStatus, "gatewaysOf">;
  /** Those of some topics to which a device is subscribed, whichever process it is connected to. */
  subscribedTopics(siteId: string, topics: readonly string[]): Promise<ReadonlySet<string>>;
  now(): number;
}): Outgoing {
  const { devices, status } = parts;
  /** The topics of a gateway that takes such commands; none: it does not. */
  const topicsOf = (request: OpenRow, gateway: RegisteredGateway): readonly string[] => {
    const downlink = downlinkOf(gateway);
    if (!downlink || (request.target === "tracker" && !downlink.toTrackers)) return [];
    const command = commandOf(request);
    // The number has no effect on the topics.
    return downlink.can(command.kind) ? downlink.encode(gateway, command, 1).topics : [];
  };
  return {
    candidates: async (request) => {
      const ids =
        request.target === "hardware"
          ? [request.target_id]
          : request.mac === null
            ? []
            : status.gatewaysOf(request.target_id, parts.now() - recentMs);
      const able = ids
        .map((id) => devices.gateway(id))
        .filter((gateway) => gateway !== undefined)
        .map((gateway) => ({ gateway, topics: topicsOf(request, gateway) }))
        .filter(({ topics }) => topics.length > 0);
      if (able.length === 0) return [];
      const subscribed = await parts.subscribedTopics(
        request.site_id,
        able.flatMap(({ topics }) => topics),
      );
      return able.flatMap(({ gateway, topics }) => {
        const topic = topics.find((one) => subscribed.has(one));
        return topic === undefined ? [] : [{ gateway, topic }];
      });
    },
    payload: (request, gateway, seq) => downlinkOf(gateway)!.encode(gateway, commandOf(request), seq).payload,
  };
}

const downlinkOf = ({ hardwareType }: { hardwareType: HardwareType }) => adapterForHardwareType(hardwareType)?.downlink;

function commandOf({ target, kind, command, mac }: OpenRow): DeviceCommand {
  const settings = command.configuration ?? {};
  if (target === "hardware") return kind === "update" ? { kind: "updateGateway", settings } : { kind: "readGateway" };
  // Only requests with an address are sent.
  const address = mac ?? "";
  if (kind === "ring") return { kind: "ring", mac: address, durationMs: command.durationMs ?? 0 };
  return kind === "update" ? { kind: "updateTracker", mac: address, settings } : { kind: "readTracker", mac: address };
}
