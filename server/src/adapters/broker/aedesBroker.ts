import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client } from "aedes";
import type { Broker, BrokerClient, BrokerHandlers } from "./broker.ts";
import { limitPacketSize } from "./packetLimit.ts";
import { mayPublish, maySubscribe } from "./topicAccess.ts";

/** A gateway's message of 100 adverts is about 20 KB; a megabyte is somebody's mistake or worse. */
const maxPacketBytes = 256 * 1024;
/** Tried by hand on a loaded machine: with 64 the fixes still starved, with 8 they went on. */
const messagesPerTurn = 8;
/** CONNACK return code 0x04 [MQTT-3.1.1 section 3.2.2.3]; Aedes declares the enum for types alone. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- at run time there is only the number
const badUserNameOrPassword = 4 as AuthenticateError["returnCode"];

/**
 * The embedded broker (Aedes; MQTT 3.1 and 3.1.1). Rejects with the system's error (EADDRINUSE …) when the port cannot be
 * had.
 */
export async function aedesBroker(
  options: { host: string; port: number; now: () => number },
  handlers: BrokerHandlers,
): Promise<Broker> {
  const known = new Map<Client, BrokerClient>();
  let passed = 0;
  const byId = new Map<string, Set<Client>>();

  const aedes = await Aedes.createBroker({
    heartbeatInterval: 30_000,
    connectTimeout: 10_000,
    queueLimit: 500,
    // Client ids are the gateways' own business; MQTT 3.1's 23 characters are too few for some.
    maxClientsIdLength: 128,
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
        handlers.refused("publish_topic", `${who?.name ?? client.id} → ${packet.topic.slice(0, 120)}`);
        return done(new Error("This topic is not yours"));
      }
      // Nobody subscribes to what gateways say; a retained message would only grow the broker's memory.
      packet.retain = false;
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const who = known.get(client);
      if (who && maySubscribe(who, subscription.topic)) return done(null, subscription);
      handlers.refused("subscribe_topic", `${who?.name ?? client.id} → ${subscription.topic.slice(0, 120)}`);
      done(null, null);
    },
    published(packet, client, done) {
      const who = client && known.get(client);
      if (who) {
        const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
        handlers.message({ client: who, topic: packet.topic, payload, atMs: options.now() });
      }
      // In a flood Aedes goes from message to message without letting timers and other sockets have their turn.
      if (++passed % messagesPerTurn === 0) setImmediate(done, null);
      else done(null);
    },
  });

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
    // A refused publish ends the connection through here and was counted already.
    if (error.message !== "This topic is not yours" && !isHangUp(error))
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
