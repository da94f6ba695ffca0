import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from "aedes";
import type { Broker, BrokerClient, BrokerHandlers, IncomingMessage, RefusalReason } from "./broker.ts";
import { limitPacketSize } from "./packetLimit.ts";
import { mayPublish, maySubscribe } from "./topicAccess.ts";

/** A gateway's message of 100 adverts is about 20 KB; a megabyte is somebody's mistake or worse. */
const maxPacketBytes = 256 * 1024;
/** CONNACK return code 0x04 [MQTT-3.1.1 section 3.2.2.3]; Aedes declares the enum for types alone. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- at run time there is only the number
const badUserNameOrPassword = 4 as AuthenticateError["returnCode"];

/** As Aedes calls it for a client's message; its types know the call for our own messages alone. */
type ClientPublish = (
  packet: PublishPacket,
  client: Client | null | ((error?: Error | null) => void),
  done?: (error?: Error | null) => void,
) => void;

/** Ends a connection, and was counted already. */
class Refused extends Error {}

/**
 * The embedded broker (Aedes; MQTT 3.1 and 3.1.1). Rejects with the system's error (EADDRINUSE …) when the port cannot be
 * had.
 */
export async function aedesBroker(
  options: { host: string; port: number; now: () => number },
  handlers: BrokerHandlers,
): Promise<Broker> {
  const known = new Map<Client, BrokerClient>();
  const byId = new Map<string, Set<Client>>();

  /** Counts a refusal; the error ends the connection. */
  const refuse = (reason: RefusalReason, who: string): Refused => {
    handlers.refused(reason, who);
    return new Refused(reason);
  };
  /** Hands a message over and calls back once it is kept; at once where nothing has to be waited for. */
  const keep = (message: IncomingMessage, done: (error: Error | null) => void): void => {
    const lost = (error: unknown): void => {
      const why = error instanceof Error ? error.message : String(error);
      done(refuse("not_kept", `${message.client.name}: ${why}`));
    };
    try {
      const kept = handlers.message(message);
      if (kept === undefined) done(null);
      else kept.then(() => done(null), lost);
    } catch (error) {
      lost(error);
    }
  };

  const aedes = await Aedes.createBroker({
    heartbeatInterval: 30_000,
    connectTimeout: 10_000,
    queueLimit: 500,
    // Client ids are the gateways' own business; MQTT 3.1's 23 characters are too few for some.
    maxClientsIdLength: 128,
    preConnect(_client, packet, done) {
      // A will goes where its sender publishes, and nobody listens there: that a device is gone is seen by its connection.
      delete packet.will;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      if (!username || !password) {
        handlers.refused("credentials", describe(client, username));
        return done(badCredentials(), false);
      }
      handlers.authenticate(username, password.toString("utf8")).then(
        (who) => {
          if (who === null) {
            handlers.refused("credentials", describe(client, username));
            return done(badCredentials(), false);
          }
          known.set(client, who);
          const open = byId.get(who.id) ?? new Set();
          byId.set(who.id, open.add(client));
          done(null, true);
        },
        (error: unknown) => done(Object.assign(error as Error, { returnCode: 3 }), false),
      );
    },
    authorizePublish(client, packet, done) {
      const who = client && known.get(client);
      if (client === null) return done(null); // our own
      if (!who || !mayPublish(who, packet.topic)) {
        return done(refuse("publish_topic", `${who?.name ?? client.id} → ${packet.topic.slice(0, 120)}`));
      }
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      const message = { client: who, topic: packet.topic, payload, qos: packet.qos, atMs: options.now() };
      keep(message, (error) => {
        // Aedes would take an answer to a closed connection for a fault of the protocol.
        if (!client.closed) done(error);
      });
    },
    authorizeSubscribe(client, subscription, done) {
      const who = known.get(client);
      if (who && maySubscribe(who, subscription.topic)) return done(null, subscription);
      handlers.refused("subscribe_topic", `${who?.name ?? client.id} → ${subscription.topic.slice(0, 120)}`);
      done(null, null);
    },
  });

  // Aedes acknowledges a message only after authorizePublish and hands it to subscribers after that. Nobody may subscribe
  // to what devices say, so it ends there: ingest comes before any fan-out and depends on no listener.
  const fanOut = aedes.publish.bind(aedes) as ClientPublish;
  (aedes as { publish: ClientPublish }).publish = (packet, client, done) => {
    if (typeof client === "function" || client === null) fanOut(packet, client, done);
    else done?.(null);
  };

  aedes.on("clientReady", (client) => {
    const who = known.get(client);
    if (who) handlers.connected(who);
  });
  aedes.on("clientDisconnect", (client) => {
    const who = known.get(client);
    known.delete(client);
    if (!who) return;
    const open = byId.get(who.id);
    open?.delete(client);
    if (open?.size === 0) {
      byId.delete(who.id);
      handlers.disconnected(who);
    }
  });
  aedes.on("connectionError", (client, error) => handlers.refused("protocol", `${describe(client)}: ${error.message}`));
  aedes.on("clientError", (client, error) => {
    if (!(error instanceof Refused) && !isHangUp(error))
      handlers.refused("protocol", `${describe(client)}: ${error.message}`);
  });

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    limitPacketSize(socket, maxPacketBytes, (bytes) =>
      handlers.refused("packet_size", `${socket.remoteAddress ?? "?"}: ${bytes} bytes`),
    );
    aedes.handle(socket);
  });
  const closeBroker = (): Promise<void> => new Promise((resolve) => aedes.close(() => resolve()));
  await listen(server, options.port, options.host).catch(async (error: unknown) => {
    await closeBroker();
    throw error;
  });

  return {
    port: (server.address() as AddressInfo).port,
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: "publish", topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    disconnect: (clientId) => {
      for (const client of byId.get(clientId) ?? []) client.close();
    },
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

function badCredentials(): AuthenticateError {
  const error = new Error("Bad user name or password") as AuthenticateError;
  error.returnCode = badUserNameOrPassword;
  return error;
}

function describe(client: Client | null, username?: string): string {
  const address = client && "remoteAddress" in client.conn ? client.conn.remoteAddress : undefined;
  return `${username?.slice(0, 60) ?? client?.id ?? "?"} (${address ?? "?"})`;
}

function isHangUp(error: Error & { code?: string }): boolean {
  return error.code === "ECONNRESET" || error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
