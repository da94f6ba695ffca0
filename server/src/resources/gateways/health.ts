import type { gatewayHealth } from "@pulse/contract/gateways";
import { MODEL } from "@pulse/positioning/model/modelConstants";
import type { LiveGateway } from "../../platform/bus/requests.ts";
import { isPlaced } from "../../pipeline/locate/sitePlan.ts";
import type { GatewayRow } from "./gateways.repository.ts";

type Fault = (typeof gatewayHealth)[number];

/** A clock that is off by more confuses whoever reads the gateway's own times, ms. */
const clockLimitMs = 60_000;
/** A reconnect may cost one gap and one repetition; only this many are a fault. */
const several = 3;

/** What is wrong with a gateway, in the words of the API. */
export function healthOf(
  row: GatewayRow,
  outsideM: number | null,
  { underperforming, swappedWith, diagnostics }: LiveGateway,
): Fault[] {
  const faults: [Fault, boolean][] = [
    // A gateway that is carried reports its own place.
    ["not_placed", !row.mobile && !isPlaced(row)],
    ["far_from_floor", outsideM !== null && outsideM > MODEL.yardM],
    ["swapped", swappedWith !== null],
    ["deaf", underperforming],
    ["clock_drift", Math.abs(diagnostics.clockOffsetMs ?? 0) > clockLimitMs],
    ["message_gaps", diagnostics.gaps >= several],
    ["undecodable", diagnostics.undecodable > 0],
    ["duplicates", diagnostics.duplicates >= several],
    ["throttled", diagnostics.throttled > 0],
    ["mismatched", diagnostics.mismatched > 0],
    ["two_connections", diagnostics.shared],
  ];
  return faults.flatMap(([fault, isThere]) => (isThere ? fault : []));
}

/** A clock that is far off, as of the newest message. */
export function clockFault({ lastMessageMs: atMs, diagnostics: { clockOffsetMs } }: LiveGateway) {
  if (atMs === null || clockOffsetMs === null || Math.abs(clockOffsetMs) <= clockLimitMs) return [];
  const words = `${Math.round(Math.abs(clockOffsetMs) / 1000)} s ${clockOffsetMs > 0 ? "ahead" : "behind"}`;
  return [{ kind: "clock" as const, atMs, count: 1, about: words }];
}
