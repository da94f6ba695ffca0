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
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  const delayed = new Map<string, Promise<void>>();
  return {
    passes: (id) => {
      const nowMs = now();
      const bucket = buckets.get(id);
      const refilled = bucket ? bucket.tokens + (Math.max(0, nowMs - bucket.atMs) * perSecond) / 1000 : perSecond;
      const tokens = Math.min(perSecond, refilled);
      const mayPass = tokens >= 1;
      buckets.set(id, { tokens: mayPass ? tokens - 1 : tokens, atMs: nowMs });
      return mayPass;
    },
    hold: (id) => {
      const pending = delayed.get(id);
      if (pending !== undefined) return pending;
      const waited = pause(holdMs).finally(() => delayed.delete(id));
      delayed.set(id, waited);
      return waited;
    },
  };
}
