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
  candidates(request: OpenRow): RegisteredGateway[];
  /** The request in the gateway's dialect. */
  message(request: OpenRow, gateway: RegisteredGateway, seq: number): { topic: string; payload: string };
}

/**
 * A gateway's own request goes to it alone; a tracker's goes through the connected gateway that has heard it best
 * recently.
 */
export function outgoing(parts: {
  devices: Pick<DeviceRegistry, "gateway">;
  status: Pick<DeviceStatus, "gatewaysOf">;
  hasSubscriber(topic: string): boolean;
  now(): number;
}): Outgoing {
  const { devices, status } = parts;
  const message: Outgoing["message"] = (request, gateway, seq) => {
    const { topics, payload } = downlinkOf(gateway)!.encode(gateway, commandOf(request), seq);
    return { topic: topics.find(parts.hasSubscriber) ?? topics[0]!, payload };
  };
  const isReachable = (request: OpenRow, gateway: RegisteredGateway | undefined): gateway is RegisteredGateway => {
    if (gateway === undefined) return false;
    const downlink = downlinkOf(gateway);
    if (!downlink || (request.target === "tracker" && !downlink.toTrackers)) return false;
    const command = commandOf(request);
    // The number has no effect on the topics.
    return downlink.can(command.kind) && downlink.encode(gateway, command, 1).topics.some(parts.hasSubscriber);
  };
  return {
    candidates: (request) => {
      const ids =
        request.target === "hardware"
          ? [request.target_id]
          : request.mac === null
            ? []
            : status.gatewaysOf(request.target_id, parts.now() - recentMs);
      return ids.map((id) => devices.gateway(id)).filter((gateway) => isReachable(request, gateway));
    },
    message,
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
