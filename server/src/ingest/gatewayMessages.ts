import { limits } from "@pulse/contract/limits";

export interface KeptMessage {
  receivedMs: number;
  topic: string;
  payload: string;
  decoded: boolean;
  error: string | null;
}

/** Longer payloads are kept cut: what matters to somebody who reads them stands at the beginning. */
const keptCharacters = 8_192;

export interface GatewayMessages {
  keep(hardwareId: string, message: Omit<KeptMessage, "payload"> & { payload: Uint8Array }): void;
  /** Newest first. */
  of(hardwareId: string): KeptMessage[];
}

/**
 * The last 100 messages of each gateway, for the developer tools. In memory: they serve whoever stands before the gateway
 * now, and writing each message down would cost more than everything else in the path (docs/decisions/0006).
 */
export function gatewayMessages(): GatewayMessages {
  const rings = new Map<string, { slots: (Omit<KeptMessage, "payload"> & { payload: Uint8Array })[]; next: number }>();
  return {
    keep: (hardwareId, message) => {
      let ring = rings.get(hardwareId);
      if (!ring) rings.set(hardwareId, (ring = { slots: [], next: 0 }));
      // A copy, so that a slice of a socket's large buffer is not held for 100 messages.
      const payload = Uint8Array.from(message.payload.subarray(0, keptCharacters));
      ring.slots[ring.next] = { ...message, payload };
      ring.next = (ring.next + 1) % limits.gatewayMessagesKept;
    },
    of: (hardwareId) => {
      const ring = rings.get(hardwareId);
      if (!ring) return [];
      const oldestFirst = [...ring.slots.slice(ring.next), ...ring.slots.slice(0, ring.next)];
      return oldestFirst.reverse().map((slot) => ({ ...slot, payload: new TextDecoder().decode(slot.payload) }));
    },
  };
}
