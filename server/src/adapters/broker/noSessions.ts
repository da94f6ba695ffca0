import { Readable } from "node:stream";
import type { Client } from "aedes";

interface WithId {
  messageId?: number;
}

/**
 * The store that Aedes asks for, for a broker without sessions (docs/decisions/0011): nothing outlives a connection, so
 * that there is no queue which could hold what somebody may not hear or grow without end. The one thing kept is which
 * messages of QoS 2 are between PUBLISH and PUBREL [MQTT-4.3.3-2], by their ids, while their sender is connected.
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

    // What Aedes clears or looks up for every client, and where there is nothing here.
    cleanSubscriptions: async (): Promise<void> => {},
    delWill: async (): Promise<void> => {},
    outgoingClearMessageId: async (): Promise<void> => {},
    outgoingStream: () => Readable.from([]),
    createRetainedStreamCombi: () => Readable.from([]),
    streamWill: () => Readable.from([]),
  };
}
