import type { Answer, Question } from "../adapters/bus/requests.ts";
import type { DeviceStatus } from "../ingest/deviceStatus.ts";
import type { GatewayHealth } from "../ingest/gatewayHealth.ts";

/** Answers what only the process that gateways are connected to knows. */
export function liveGateways(
  status: Pick<DeviceStatus, "presence" | "hearing">,
  deaf: (siteId: string) => ReadonlySet<string>,
  health: Pick<GatewayHealth, "of">,
  now: () => number,
) {
  return ({ siteId, hardwareIds, sinceMs, sinceMsOf = {} }: Question<"liveGateways">): Answer<"liveGateways"> => {
    const deafOnes = deaf(siteId);
    return Object.fromEntries(
      hardwareIds.map((id) => [
        id,
        {
          ...status.presence(id),
          deaf: deafOnes.has(id),
          hears: status.hearing(id, sinceMsOf[id] ?? sinceMs).length,
          diagnostics: health.of(id, now()),
        },
      ]),
    );
  };
}
