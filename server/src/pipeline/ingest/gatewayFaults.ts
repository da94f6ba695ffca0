import type { GatewayFault } from "../../platform/bus/requests.ts";

type Kind = GatewayFault["kind"];

/** What went wrong longer ago says nothing about somebody who sets up a gateway now. */
const retentionMs = 15 * 60_000;

export interface GatewayFaults {
  /** Something of this gateway was refused; the last of each kind is kept, with their number. */
  record(gatewayId: string, kind: Kind, about: string | null): void;
  /** It has signed in, so its password is right. */
  signedIn(gatewayId: string): void;
  /** What was recently refused, the newest first. */
  of(gatewayId: string): GatewayFault[];
}

/**
 * Why a gateway that is being set up is not heard: which of its actions were refused. It is in memory only, as its
 * messages are (decision 0017); no more entries than gateways.
 */
export function gatewayFaults(now: () => number): GatewayFaults {
  const byGateway = new Map<string, Map<Kind, GatewayFault>>();
  return {
    record: (gatewayId, kind, about) => {
      const faults = byGateway.get(gatewayId) ?? new Map<Kind, GatewayFault>();
      const last = faults.get(kind);
      const earlier = last !== undefined && last.atMs >= now() - retentionMs ? last.count : 0;
      const fault = { kind, atMs: now(), count: earlier + 1, about: about?.slice(0, 200) ?? null };
      byGateway.set(gatewayId, faults.set(kind, fault));
    },
    signedIn: (gatewayId) => void byGateway.get(gatewayId)?.delete("password"),
    of: (gatewayId) => {
      const sinceMs = now() - retentionMs;
      const recent = [...(byGateway.get(gatewayId)?.values() ?? [])].filter(({ atMs }) => atMs >= sinceMs);
      if (recent.length === 0) byGateway.delete(gatewayId);
      return recent.sort((a, b) => b.atMs - a.atMs);
    },
  };
}
