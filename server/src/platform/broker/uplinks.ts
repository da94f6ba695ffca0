import type { Duplex } from "node:stream";
import type { AedesOptions, Client, PublishPacket } from "aedes";
import type { BrokerHandlers, IncomingMessage } from "./broker.ts";
import type { Connections } from "./connections.ts";
import type { noSessions } from "./noSessions.ts";
import type { LongPacket } from "./packetLimit.ts";
import type { ReadingTurns } from "./readingTurns.ts";
import type { Refuse } from "./refusals.ts";
import { mayPublish } from "./topicAccess.ts";

/** Type and flags of the acknowledgements of QoS 1 and 2 [MQTT-3.1.1 sections 3.4, 3.5]. */
const acknowledgement = { 1: 0x40, 2: 0x50 } as const;
/** A longer message that nobody waits for is no upload of a gateway: its connection ends. */
const maxSkippedBytes = 512 * 1024;
/** Roughly what a message takes in memory besides its payload, so that empty messages count too. */
const besidePayloadBytes = 512;

/** The path of published messages: checked, handed over, and acknowledged once they are kept. */
export function uplinks(parts: {
  open: Pick<Connections, "of" | "nameOf">;
  turns: Pick<ReadingTurns, "begin" | "done">;
  store: Pick<ReturnType<typeof noSessions>, "isHalfDone">;
  message: BrokerHandlers["message"];
  foreignTopic?: BrokerHandlers["foreignTopic"];
  tooLong?: BrokerHandlers["tooLong"];
  refuse: Refuse;
  now: () => number;
}) {
  const { open, turns, store, refuse } = parts;

  /** Calls back once the work on a message is done, or at once if there is none; meanwhile its sender may be slowed. */
  const settle = (
    client: Client,
    payloadBytes: number,
    work: () => void | Promise<void>,
    done: (error: Error | null) => void,
  ): void => {
    const onFailure = (error: unknown): Error =>
      refuse("not_kept", client, error instanceof Error ? error.message : String(error));
    let stored: void | Promise<void>;
    try {
      stored = work();
    } catch (error) {
      return done(onFailure(error));
    }
    if (stored === undefined) return done(null);
    const bytes = payloadBytes + besidePayloadBytes;
    turns.begin(client.conn, bytes);
    const settled = (error: Error | null): void => {
      turns.done(client.conn, bytes);
      // Aedes would report an answer to a closed connection as a protocol error.
      if (!client.closed) done(error);
    };
    stored.then(
      () => settled(null),
      (error: unknown) => settled(onFailure(error)),
    );
  };

  return {
    /** Aedes acknowledges a message only after this, and publishes it after that. */
    authorizePublish: ((client: Client | null, packet: PublishPacket, done) => {
      if (client === null) return done(null); // our own
      const who = open.of(client);
      const { topic, qos } = packet;
      if (!who) return done(refuse("publish_topic", client, topic.slice(0, 120)));
      if (qos === 2 && store.isHalfDone(client, packet)) return done(null);
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      if (!mayPublish(who, topic)) {
        // Counted; with the error the connection would end.
        refuse("publish_topic", client, topic.slice(0, 120));
        return settle(client, payload.length, () => parts.foreignTopic?.(who, topic), done);
      }
      const message: IncomingMessage = {
        client: who,
        connection: open.nameOf(client),
        topic,
        payload,
        qos,
        atMs: parts.now(),
      };
      settle(client, payload.length, () => parts.message(message), done);
    }) satisfies AedesOptions["authorizePublish"],

    /**
     * Whether a packet that is too long is skipped; otherwise the connection ends. A message of a device is skipped, and
     * acknowledged where its sender would repeat it forever.
     */
    skipsLong: (client: Client, socket: Duplex, { bytes, publish }: LongPacket): boolean => {
      const who = open.of(client);
      refuse("packet_size", client, `${bytes} bytes`);
      if (who === undefined || publish === null) return false;
      const { qos, topic, messageId } = publish;
      if (mayPublish(who, topic)) parts.tooLong?.(who, topic, bytes);
      if (qos === 0) return bytes <= maxSkippedBytes;
      socket.write(Uint8Array.of(acknowledgement[qos], 2, messageId >> 8, messageId & 0xff));
      return true;
    },
  };
}
