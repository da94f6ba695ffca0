import { setTimeout as pause } from "node:timers/promises";

/** A gateway that sends more is read no faster than once in this time, ms. */
const holdMs = 250;

export interface GatewayThrottle {
  /** Whether a message of this gateway may pass now. It counts. */
  passes(gatewayId: string): boolean;
  /** Resolves after a moment; while messages wait for it, their sender's socket is read slowly. */
  hold(gatewayId: string): Promise<void>;
}

/**
 * How many messages a gateway may send: `perSecond` in the long run, and as many at once. The rest is dropped before it
 * costs the disk and the other gateways anything.
 */
export function gatewayThrottle(perSecond: number, now: () => number): GatewayThrottle {
  const buckets = new Map<string, { left: number; atMs: number }>();
  const held = new Map<string, Promise<void>>();
  return {
    passes: (id) => {
      const nowMs = now();
      const before = buckets.get(id);
      const refilled = before ? before.left + (Math.max(0, nowMs - before.atMs) * perSecond) / 1000 : perSecond;
      const left = Math.min(perSecond, refilled);
      const mayPass = left >= 1;
      buckets.set(id, { left: mayPass ? left - 1 : left, atMs: nowMs });
      return mayPass;
    },
    hold: (id) => {
      const known = held.get(id);
      if (known !== undefined) return known;
      const waited = pause(holdMs).finally(() => held.delete(id));
      held.set(id, waited);
      return waited;
    },
  };
}
