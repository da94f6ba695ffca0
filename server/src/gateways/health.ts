import type { gatewayHealth } from "@pulse/contract/gateways";
import type { LiveGateway } from "../adapters/bus/requests.ts";

type Fault = (typeof gatewayHealth)[number];

/** A clock that is off by more confuses whoever reads the gateway's own times, ms. */
export const clockLimitMs = 60_000;
/** A reconnect may cost one gap and one repetition; it takes so many to be a fault. */
const several = 3;

/** What is wrong with a gateway, in the words of the API. */
export function healthOf({ deaf, diagnostics: told }: LiveGateway): Fault[] {
  const faults: [Fault, boolean][] = [
    ["deaf", deaf],
    ["clock_drift", Math.abs(told.clockOffsetMs ?? 0) > clockLimitMs],
    ["message_gaps", told.gaps >= several],
    ["undecodable", told.undecodable > 0],
    ["duplicates", told.duplicates >= several],
    ["throttled", told.throttled > 0],
    ["mismatched", told.mismatched > 0],
    ["two_connections", told.shared],
  ];
  return faults.flatMap(([fault, isThere]) => (isThere ? fault : []));
}
