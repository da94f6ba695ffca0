import type { Duplex } from "node:stream";
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from "aedes";
import { guardListeners } from "../runtime/guardListeners.ts";
import { type Networks, networks } from "../http/addresses.ts";
import { senderOf } from "../http/forwarded.ts";
import type { WebSocketPaths } from "../http/webSockets.ts";
import type { Broker, BrokerHandlers } from "./broker.ts";
import { connections } from "./connections.ts";
import { listeners } from "./listeners.ts";
import { type MqttDoor, tcpDoor, type TlsDoor, tlsDoor, webSocketDoor } from "./mqttDoors.ts";
import { noSessions } from "./noSessions.ts";
import type { Certificate } from "../tls/certificate.ts";
import { limitPacketSize } from "./packetLimit.ts";
import { readingTurns } from "./readingTurns.ts";
import { describe, Refused, refusals } from "./refusals.ts";
import { mayReceive, maySubscribe } from "./topicAccess.ts";
import { uplinks } from "./uplinks.ts";

/** A gateway's message of 100 adverts is about 20 KB; one of more than this is a mistake or an attack. */
const maxPacketBytes = 256 * 1024;
/** Limits on messages that wait to be kept, for one connection and for all together. */
const maxWaitingBytes = { each: 64 * 1024, all: 64 * 1024 * 1024 };
/** How long messages are processed before the event loop gets its turn. */
const readingBudgetMs = 3;
/** A client that has read nothing for this long is disconnected. */
const slowReaderMs = 5_000;
/** CONNACK return codes [MQTT-3.1.1 section 3.2.2.3]; Aedes declares the enum only as a type. */
const serverUnavailable = 3;
const badUserNameOrPassword = 4;

export interface AedesBrokerOptions {
  host: string;
  port: number;
  /** An additional port with TLS. */
  tls?: { port: number; certificate: Certificate } | null;
  /** Accepts MQTT over WebSocket too. */
  webSockets?: WebSocketPaths;
  /** The proxies that are believed about who opened a WebSocket. */
  trusted?: Networks;
  now: () => number;
  /** Milliseconds that measure turns of the event loop. */
  clock?: () => number;
  slowReaderMs?: number;
}

/** How Aedes calls this for a client's message; its own types only know the call for the broker's messages. */
type Publish = (
  packet: PublishPacket,
  client: Client | null | ((error?: Error) => void),
  done?: (error?: Error | null) => void,
) => void;

export interface EmbeddedBroker extends Broker {
  /** New connections over TLS are shown this certificate. */
  renewCertificate(certificate: Certificate): void;
}

/**
 * The embedded broker (Aedes; MQTT 3.1 and 3.1.1). Rejects with the system's error (EADDRINUSE …) when the port is not
 * available.
 */
export async function aedesBroker(options: AedesBrokerOptions, handlers: BrokerHandlers): Promise<EmbeddedBroker> {
  const { clock = () => performance.now() } = options;
  const subscribed = listeners();
  const open = connections(handlers, subscribed.drop);
  const turns = readingTurns({ budgetMs: readingBudgetMs, maxWaitingBytes, clock });
  const store = noSessions(async function* retained(filters) {
    try {
      yield* handlers.retained?.(filters) ?? [];
    } catch (error) {
      // The subscriber still gets the messages that come later.
      handlers.refused("not_sent", `${filters.join(" ").slice(0, 120)}: ${describeError(error)}`);
    }
  });
  const refuse = refusals(open, handlers);
  const uplink = uplinks({
    open,
    turns,
    store,
    message: handlers.message,
    foreignTopic: handlers.foreignTopic,
    tooLong: handlers.tooLong,
    refuse,
    now: options.now,
  });

  const aedes = await Aedes.createBroker({
    heartbeatInterval: 30_000,
    connectTimeout: 10_000,
    drainTimeout: options.slowReaderMs ?? slowReaderMs,
    // No message waits for slow listeners: one that does not read misses it, see authorizeForward.
    concurrency: 0,
    queueLimit: 500,
    // Gateways choose their own client ids, and MQTT 3.1's limit of 23 characters is too small for some of them.
    maxClientsIdLength: 128,
    persistence: store,
    preConnect(_client, packet, done) {
      packet.clean = true;
      // A will would be published to the device's own topics, where nobody listens. We see from the connection that the
      // device is gone.
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
        .provisionAccount(client, () => handlers.authenticate(username, password.toString("utf8")))
        .then(
          (who) => (who === null ? refused() : done(null, true)),
          (error: unknown) => done(fault(describeError(error), serverUnavailable), false),
        );
    },
    authorizePublish: uplink.authorizePublish,
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
      // Live data is useless later, so a client that is not reading now simply gets the next message.
      return who && mayReceive(who, packet.topic) && !client.conn.writableNeedDrain ? packet : null;
    },
  });

  // Aedes acknowledges a message only after authorizePublish and then hands it to subscribers. Nobody may subscribe to
  // device messages, so they end here: ingest comes before any fan-out and does not depend on listeners.
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
    if (error.message === "drain timeout") refuse("slow_reader", client, "does not read what is sent to it");
    else if (!(error instanceof Refused) && !isHangUp(error)) refuse("protocol", client, error.message);
  });

  const streams = new Set<Duplex>();
  const accept = (stream: Duplex): void => {
    streams.add(stream);
    stream.once("close", () => streams.delete(stream));
    guardListeners(stream, (error) => {
      refuse("protocol", client, describeError(error).slice(0, 120));
      stream.destroy();
    });
    turns.add(stream);
    limitPacketSize(stream, maxPacketBytes, (packet) => uplink.skipsLong(client, stream, packet));
    const client = aedes.handle(stream);
  };
  const doors: MqttDoor[] = [];
  let closeWebSockets = (): void => undefined;
  const close = async (): Promise<void> => {
    closeWebSockets();
    const closed = Promise.all(doors.map((door) => door.close()));
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    for (const stream of streams) stream.destroy();
    await closed;
  };
  const { host, port, webSockets, tls = null } = options;
  let secure: TlsDoor | null = null;
  try {
    doors.push(await tcpDoor({ host, port }, accept));
    if (tls !== null) {
      secure = await tlsDoor({ host, ...tls }, accept, (who) => handlers.refused("protocol", who));
      doors.push(secure);
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (webSockets !== undefined) {
    const { trusted = networks([]) } = options;
    closeWebSockets = webSocketDoor(webSockets, (request) => senderOf(request, trusted), accept);
  }

  return {
    port: doors[0]!.port,
    tlsPort: secure?.port ?? null,
    renewCertificate: (certificate) => secure?.renew(certificate),
    hasListeners: subscribed.hasListener,
    unhealthyReason: () => null,
    // Nothing to do: each sign-in asks us.
    provisionAccount: async () => undefined,
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: "publish", topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    disconnect: open.disconnect,
    disconnectSite: open.disconnectSite,
    close,
  };
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function fault(text: string, returnCode: number): AuthenticateError {
  const error = new Error(text) as AuthenticateError;
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- at run time there is only the number
  error.returnCode = returnCode;
  return error;
}

function isHangUp(error: Error & { code?: string }): boolean {
  return error.code === "ECONNRESET" || error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
