import type { Answer, Question } from "../../platform/bus/requests.ts";
import type { DeviceStatus } from "../../pipeline/ingest/deviceStatus.ts";
import type { GatewayHealth } from "../../pipeline/ingest/gatewayHealth.ts";
import type { ReceptionFault } from "../../pipeline/locate/locateWorker.ts";

/** For this long after its return, a gateway is not blamed for what it missed while away, ms. */
const graceMs = 10 * 60_000;

/** Answers what only the process that gateways are connected to knows. */
export function liveGateways(
  status: Pick<DeviceStatus, "presence" | "trackersOf">,
  receptionFaultsOf: (siteId: string) => ReadonlyMap<string, ReceptionFault>,
  health: Pick<GatewayHealth, "of">,
  { now, processedMs }: { now(): number; processedMs(): number },
) {
  return ({ siteId, gatewayIds, sinceMs, sinceMsOf = {} }: Question<"liveGateways">): Answer<"liveGateways"> => {
    const receptionFaults = receptionFaultsOf(siteId);
    return Object.fromEntries(
      gatewayIds.map((id) => {
        const { steadySinceMs, ...presence } = status.presence(id, processedMs());
        const fault = receptionFaults.get(id);
        const missed = fault === "missing" && steadySinceMs !== null && processedMs() - steadySinceMs >= graceMs;
        return [
          id,
          {
            ...presence,
            underperforming: fault === "weak" || missed,
            swappedWith: typeof fault === "object" ? fault.swappedWith : null,
            trackersInRange: status.trackersOf(id, sinceMsOf[id] ?? sinceMs).length,
            diagnostics: health.of(id, now()),
          },
        ];
      }),
    );
  };
}
