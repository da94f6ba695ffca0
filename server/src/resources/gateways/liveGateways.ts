import type { Answer, Question } from "../../platform/bus/requests.ts";
import type { DeviceStatus } from "../../pipeline/ingest/deviceStatus.ts";
import type { GatewayHealth } from "../../pipeline/ingest/gatewayHealth.ts";
import type { ReceptionFault } from "../../pipeline/locate/locateWorker.ts";

/** For this long after its return, a gateway is not blamed for what it missed while away, ms. */
const forgivenMs = 10 * 60_000;

/** Answers what only the process that gateways are connected to knows. */
export function liveGateways(
  status: Pick<DeviceStatus, "presence" | "trackersOf">,
  deaf: (siteId: string) => ReadonlyMap<string, ReceptionFault>,
  health: Pick<GatewayHealth, "of">,
  { now, processedMs }: { now(): number; processedMs(): number },
) {
  return ({ siteId, gatewayIds, sinceMs, sinceMsOf = {} }: Question<"liveGateways">): Answer<"liveGateways"> => {
    const deafOnes = deaf(siteId);
    return Object.fromEntries(
      gatewayIds.map((id) => {
        const { steadySinceMs, ...presence } = status.presence(id, processedMs());
        const fault = deafOnes.get(id);
        const missed = fault === "missing" && steadySinceMs !== null && processedMs() - steadySinceMs >= forgivenMs;
        return [
          id,
          {
            ...presence,
            underperforming: fault === "weak" || missed,
            trackersInRange: status.trackersOf(id, sinceMsOf[id] ?? sinceMs).length,
            diagnostics: health.of(id, now()),
          },
        ];
      }),
    );
  };
}
