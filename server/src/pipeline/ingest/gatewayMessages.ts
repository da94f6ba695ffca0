import { limits } from "@pulse/contract/limits";
import type { LoggedMessage } from "../../platform/bus/requests.ts";
import type { BufferState } from "../../platform/health/buffers.ts";

type Received = Omit<LoggedMessage, "payload"> & { payload: Uint8Array };
interface StoredMessage extends Received {
  gatewayId: string;
  bytes: number;
}

/** Longer payloads are cut, since the important part is at the beginning. */
const maxPayloadBytes = 8_192;
/** Roughly the memory that a message takes besides its payload. */
const overheadBytes = 400;
/** For all gateways together: a thousand of them with long messages would otherwise take 800 MB. */
const maxTotalBytes = 16 * 1024 * 1024;

export interface GatewayMessages {
  record(gatewayId: string, message: Received): void;
  /** Newest first. */
  of(gatewayId: string): LoggedMessage[];
  size(): BufferState;
}

/**
 * The last 100 messages of each gateway for the developer tools, within a common budget beyond which the oldest
 * messages are dropped. They are in memory only, since they serve somebody who is setting up the gateway now (decision
 * 0017).
 */
export function gatewayMessages(maxBytes = maxTotalBytes): GatewayMessages {
  // Sets keep the order of insertion.
  const all = new Set<StoredMessage>();
  const byGateway = new Map<string, Set<StoredMessage>>();
  let bytes = 0;

  const drop = (message: StoredMessage): void => {
    all.delete(message);
    const own = byGateway.get(message.gatewayId);
    own?.delete(message);
    if (own?.size === 0) byGateway.delete(message.gatewayId);
    bytes -= message.bytes;
  };

  return {
    record: (gatewayId, message) => {
      // A copy, so that a slice does not keep a large buffer alive.
      const payload = Uint8Array.prototype.slice.call(message.payload, 0, maxPayloadBytes);
      const size = payload.length + (message.error?.length ?? 0) + overheadBytes;
      const kept = { ...message, payload, gatewayId, bytes: size };
      let own = byGateway.get(gatewayId);
      if (own === undefined) byGateway.set(gatewayId, (own = new Set()));
      all.add(kept);
      own.add(kept);
      bytes += size;
      if (own.size > limits.gatewayMessagesKept) drop(first(own));
      for (const oldest of all) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    of: (gatewayId) =>
      [...(byGateway.get(gatewayId) ?? [])].toReversed().map(({ receivedMs, topic, payload, decoded, error }) => ({
        receivedMs,
        topic,
        payload: new TextDecoder().decode(payload),
        decoded,
        error,
      })),
    size: () => ({ items: all.size, bytes, oldestMs: all.size > 0 ? first(all).receivedMs : null }),
  };
}

/** The oldest of several. */
function first(kept: Set<StoredMessage>): StoredMessage {
  return kept.values().next().value!;
}
