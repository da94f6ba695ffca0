import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from "aedes";
import type { Broker, BrokerHandlers, IncomingMessage, RefusalReason } from "./broker.ts";
import { connections } from "./connections.ts";
import { listeners } from "./listeners.ts";
import { noSessions } from "./noSessions.ts";
import { limitPacketSize, type LongPacket } from "./packetLimit.ts";
import { readingTurns } from "./readingTurns.ts";
import { mayPublish, mayReceive, maySubscribe } from "./topicAccess.ts";

/** A gateway's message of 100 adverts is about 20 KB; a megabyte is somebody's mistake or worse. */
const maxPacketBytes = 256 * 1024;
/** Of messages that wait to be kept, over all connections. */
const maxWaitingBytes = 64 * 1024 * 1024;
/** How long messages are worked before everything else has its turn. */
const readingBudgetMs = 10;
/** Whoever has taken nothing of what was sent for so long is sent away. */
const slowReaderMs = 5_000;
/** CONNACK return codes [MQTT-3.1.1 section 3.2.2.3]; Aedes declares the enum for types alone. */
const serverUnavailable = 3;
const badUserNameOrPassword = 4;
/** Type and flags of the acknowledgements of QoS 1 and 2 [MQTT-3.1.1 sections 3.4, 3.5]. */
const acknowledgement = { 1: 0x40, 2: 0x50 } as const;

export interface AedesBrokerOptions {
  host: string;
  port: number;
  now: () => number;
  /** Counts ms for turns of the event loop. */
  clock?: () => number;
  slowReaderMs?: number;
}

/** As Aedes calls it for a client's message; its types know the call for our own messages alone. */
type Publish = (
  packet: PublishPacket,
  client: Client | null | ((error?: Error) => void),
  done?: (error?: Error | null) => void,
) => void;

/** Ends a connection, and was counted already. */
class Refused extends Error {}

/**
 * The embedded broker (Aedes; MQTT 3.1 and 3.1.1). Rejects with the system's error (EADDRINUSE …) when the port cannot be
 * had.
 */
export async function aedesBroker(options: AedesBrokerOptions, handlers: BrokerHandlers): Promise<Broker> {
  const { clock = () => performance.now() } = options;
  const subscribed = listeners();
  const open = connections(handlers, subscribed.drop);
  const turns = readingTurns({ budgetMs: readingBudgetMs, maxWaitingBytes, clock });
  const store = noSessions();

  /** Counts a refusal; the error ends the connection. */
  const refuse = (reason: RefusalReason, client: Client, what: string): Refused => {
    handlers.refused(reason, `${open.of(client)?.name ?? describe(client)}: ${what}`);
    return new Refused(reason);
  };

  /** Hands a message over and calls back once it is kept; at once where nothing has to be waited for. */
  const keep = (client: Client, message: IncomingMessage, done: (error: Error | null) => void): void => {
    const notKept = (error: unknown): Refused =>
      refuse("not_kept", client, error instanceof Error ? error.message : String(error));
    let kept: void | Promise<void>;
    try {
      kept = handlers.message(message);
    } catch (error) {
      return done(notKept(error));
    }
    if (kept === undefined) return done(null);
    const { length } = message.payload;
    turns.begin(client.conn, length);
    const settled = (error: Error | null): void => {
      turns.done(client.conn, length);
      // Aedes would take an answer to a closed connection for a fault of the protocol.
      if (!client.closed) done(error);
    };
    kept.then(
      () => settled(null),
      (error: unknown) => settled(notKept(error)),
    );
  };

  /** A message that is too long is acknowledged all the same, or its sender would come again with it for ever. */
  const skipLong = (client: Client, socket: Socket, { bytes, publish }: LongPacket): boolean => {
    const who = open.of(client);
    const mayGoOn = who !== undefined && publish !== null && mayPublish(who, publish.topic);
    refuse("packet_size", client, `${bytes} bytes`);
    if (!mayGoOn) return false;
    const { qos, messageId } = publish;
    return (socket.write(Uint8Array.of(acknowledgement[qos], 2, messageId >> 8, messageId & 0xff)), true);
  };

  const aedes = await Aedes.createBroker({
    heartbeatInterval: 30_000,
    connectTimeout: 10_000,
    drainTimeout: options.slowReaderMs ?? slowReaderMs,
    // No message waits for another's listeners: whoever does not read is passed over, see authorizeForward.
    concurrency: 0,
    queueLimit: 500,
    // Client ids are the gateways' own business; MQTT 3.1's 23 characters are too few for some.
    maxClientsIdLength: 128,
    persistence: store,
    preConnect(_client, packet, done) {
      packet.clean = true;
      // A will goes where its sender publishes, and nobody listens there: that a device is gone is seen by its connection.
      delete packet.will;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      const refused = (): void => {
        handlers.refused("credentials", describe(client, username));
        done(fault("Bad user name or password", badUserNameOrPassword), false);
      };
      if (!username || !password) return refused();
      open
        .admit(client, () => handlers.authenticate(username, password.toString("utf8")))
        .then(
          (who) => (who === null ? refused() : done(null, true)),
          (error: unknown) =>
            done(fault(error instanceof Error ? error.message : String(error), serverUnavailable), false),
        );
    },
    authorizePublish(client, packet, done) {
      if (client === null) return done(null); // our own
      const who = open.of(client);
      const { topic, qos } = packet;
      if (!who || !mayPublish(who, topic)) return done(refuse("publish_topic", client, topic.slice(0, 120)));
      if (qos === 2 && store.isHalfDone(client, packet)) return done(null);
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      packet.retain = false;
      keep(client, { client: who, topic, payload, qos, atMs: options.now() }, done);
    },
    authorizeSubscribe(client, subscription, done) {
      const who = open.of(client);
      if (who && maySubscribe(who, subscription.topic)) {
        subscribed.add(client, subscription.topic);
        return done(null, subscription);
      }
      refuse("subscribe_topic", client, subscription.topic.slice(0, 120));
      done(null, null);
    },
    authorizeForward(client, packet) {
      const who = open.of(client);
      // Live data is worth nothing later: whoever does not read now gets the next.
      return who && mayReceive(who, packet.topic) && !client.conn.writableNeedDrain ? packet : null;
    },
  });

  // Aedes acknowledges a message only after authorizePublish and hands it to subscribers after that. Nobody may subscribe
  // to what devices say, so it ends there: ingest comes before any fan-out and depends on no listener.
  const fanOut = aedes.publish.bind(aedes) as Publish;
  (aedes as { publish: Publish }).publish = (packet, client, done) => {
    if (typeof client === "function" || client === null) fanOut(packet, client, done);
    else done?.(null);
  };

  aedes.on("clientReady", open.ready);
  aedes.on("unsubscribe", (filters, client) => subscribed.remove(client, filters));
  aedes.on("connectionError", (client, error) => refuse("protocol", client, error.message));
  aedes.on("clientError", (client, error) => {
    // Everything that still waits for the same connection fails with it.
    if (client.closed) return;
    if (error.message === "drain timeout") refuse("slow_reader", client, "takes nothing of what is sent");
    else if (!(error instanceof Refused) && !isHangUp(error)) refuse("protocol", client, error.message);
  });

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    turns.take(socket);
    limitPacketSize(socket, maxPacketBytes, (packet) => skipLong(client, socket, packet));
    const client = aedes.handle(socket);
  });
  const closeBroker = (): Promise<void> => new Promise((resolve) => aedes.close(() => resolve()));
  await listen(server, options.port, options.host).catch(async (error: unknown) => {
    await closeBroker();
    throw error;
  });

  return {
    port: (server.address() as AddressInfo).port,
    hasListeners: subscribed.hear,
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: "publish", topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    disconnect: open.disconnect,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await closeBroker();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function fault(text: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(text), { returnCode }) as AuthenticateError;
}

function describe(client: Client, username?: string): string {
  const address = "remoteAddress" in client.conn ? client.conn.remoteAddress : undefined;
  return `${username?.slice(0, 60) ?? client.id ?? "?"} (${address ?? "?"})`;
}

function isHangUp(error: Error & { code?: string }): boolean {
  return error.code === "ECONNRESET" || error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
