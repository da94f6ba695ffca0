import { Readable } from "node:stream";
import type { Client } from "aedes";
import type { RetainedMessage } from "./broker.ts";

interface WithId {
  messageId?: number;
}

/**
 * The store that Aedes asks for, for a broker without sessions (decision 0017). Nothing outlives a connection, so no
 * queue can grow without end or contain what a client may no longer receive. It only remembers, while their sender is
 * connected, the ids of QoS 2 messages between PUBLISH and PUBREL [MQTT-4.3.3-2].
 * @param retained gives what new subscribers get; it must not throw
 */
export function noSessions(retained: (filters: readonly string[]) => AsyncIterable<RetainedMessage>) {
  const halfDone = new Map<string, Set<number>>();
  const isHalfDone = (client: Client, { messageId = 0 }: WithId): boolean =>
    halfDone.get(client.id)?.has(messageId) ?? false;
  return {
    /** Whether this message of QoS 2 was already taken and comes again. */
    isHalfDone,
    setup: async (): Promise<void> => {},

    incomingStorePacket: async (client: Client, { messageId = 0 }: WithId): Promise<void> => {
      const ids = halfDone.get(client.id) ?? new Set();
      halfDone.set(client.id, ids.add(messageId));
    },
    incomingGetPacket: async (client: Client, packet: WithId): Promise<WithId> => {
      // Aedes takes the rejection for "not seen yet".
      if (!isHalfDone(client, packet)) throw new Error("no such packet");
      return packet;
    },
    incomingDelPacket: async (client: Client, { messageId = 0 }: WithId): Promise<void> => {
      halfDone.get(client.id)?.delete(messageId);
    },
    cleanIncoming: async (client: Client): Promise<void> => {
      halfDone.delete(client.id);
    },

    // Aedes clears or looks these up for every client; there is never anything here.
    cleanSubscriptions: async (): Promise<void> => {},
    delWill: async (): Promise<void> => {},
    outgoingClearMessageId: async (): Promise<void> => {},
    outgoingStream: () => Readable.from([]),
    // Aedes asks after the SUBACK, for the filters that were granted.
    createRetainedStreamCombi: (filters: readonly string[]) => Readable.from(packetsOf(retained(filters))),
    streamWill: () => Readable.from([]),
  };
}

async function* packetsOf(messages: AsyncIterable<RetainedMessage>) {
  for await (const { topic, payload } of messages)
    yield { cmd: "publish", topic, payload: Buffer.from(payload), qos: 0, retain: true };
}
