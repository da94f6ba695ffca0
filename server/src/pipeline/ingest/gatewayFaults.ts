import type { GatewayFault } from "../../platform/bus/requests.ts";

type Kind = GatewayFault["kind"];

/** What went wrong longer ago says nothing about somebody who sets up a gateway now. */
const keptMs = 15 * 60_000;

export interface GatewayFaults {
  /** Something of this gateway was refused; only the last of each kind is kept. */
  note(gatewayId: string, kind: Kind, about: string | null): void;
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
    note: (gatewayId, kind, about) => {
      const own = byGateway.get(gatewayId) ?? new Map<Kind, GatewayFault>();
      byGateway.set(gatewayId, own.set(kind, { kind, atMs: now(), about: about?.slice(0, 200) ?? null }));
    },
    signedIn: (gatewayId) => void byGateway.get(gatewayId)?.delete("password"),
    of: (gatewayId) => {
      const sinceMs = now() - keptMs;
      const own = [...(byGateway.get(gatewayId)?.values() ?? [])].filter(({ atMs }) => atMs >= sinceMs);
      if (own.length === 0) byGateway.delete(gatewayId);
      return own.sort((a, b) => b.atMs - a.atMs);
    },
  };
}
