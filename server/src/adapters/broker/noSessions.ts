import { Readable } from "node:stream";
import type { Client } from "aedes";

interface WithId {
  messageId?: number;
}

/**
 * The store that Aedes asks for, for a broker without sessions (decision 0011). Nothing outlives a connection, so no
 * queue can grow without end or hold what a client may no longer hear. It only remembers, while their sender is
 * connected, the ids of QoS 2 messages between PUBLISH and PUBREL [MQTT-4.3.3-2].
 */
export function noSessions() {
  const halfDone = new Map<string, Set<number>>();
  const isHalfDone = (client: Client, { messageId = 0 }: WithId): boolean =>
    halfDone.get(client.id)?.has(messageId) ?? false;
  return {
    /** Whether this message of QoS 2 was taken already and comes again. */
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
    createRetainedStreamCombi: () => Readable.from([]),
    streamWill: () => Readable.from([]),
  };
}
