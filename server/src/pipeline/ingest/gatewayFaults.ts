import type { GatewayFault } from "../../platform/bus/requests.ts";

type Kind = GatewayFault["kind"];

/** What went wrong longer ago says nothing about somebody who sets up a gateway now. */
const keptMs = 15 * 60_000;

export interface GatewayFaults {
  /** Something of this gateway was refused; only the last of each kind is kept. */
  note(hardwareId: string, kind: Kind, about: string | null): void;
  /** It has signed in, so its password is right. */
  signedIn(hardwareId: string): void;
  /** What was recently refused, the newest first. */
  of(hardwareId: string): GatewayFault[];
}

/**
 * Why a gateway that is being set up is not heard: which of its actions were refused. It is in memory only, as its
 * messages are (decision 0006); no more entries than gateways.
 */
export function gatewayFaults(now: () => number): GatewayFaults {
  const byGateway = new Map<string, Map<Kind, GatewayFault>>();
  return {
    note: (hardwareId, kind, about) => {
      const own = byGateway.get(hardwareId) ?? new Map<Kind, GatewayFault>();
      byGateway.set(hardwareId, own.set(kind, { kind, atMs: now(), about: about?.slice(0, 200) ?? null }));
    },
    signedIn: (hardwareId) => void byGateway.get(hardwareId)?.delete("password"),
    of: (hardwareId) => {
      const sinceMs = now() - keptMs;
      const own = [...(byGateway.get(hardwareId)?.values() ?? [])].filter(({ atMs }) => atMs >= sinceMs);
      if (own.length === 0) byGateway.delete(hardwareId);
      return own.sort((a, b) => b.atMs - a.atMs);
    },
  };
}
