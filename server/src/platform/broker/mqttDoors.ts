import type { IncomingMessage } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { createWebSocketStream, WebSocketServer } from "ws";
import type { WebSocketPaths } from "../http/webSockets.ts";
import type { Certificate } from "../tls/certificate.ts";

/** How long a handshake may take, ms. */
const handshakeMs = 10_000;
/** Well above the largest packet, whose size is checked by its own header. */
const maxFrameBytes = 1024 * 1024;
/** The path for MQTT on the HTTP port. */
export const webSocketPath = "/mqtt";

/** An open door: connections come through it until it is closed. */
export interface MqttDoor {
  port: number;
  close(): Promise<void>;
}

/** A door over TLS. */
export interface TlsDoor extends MqttDoor {
  /** Connections from now on are shown this certificate. Throws if the key does not fit it. */
  renew(certificate: Certificate): void;
}

/** Accepts connections over TCP. Rejects with the system's error when the port is not available. */
export async function tcpDoor(
  at: { host: string; port: number },
  onConnection: (stream: Duplex) => void,
): Promise<MqttDoor> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    onConnection(socket);
  });
  return opened(server, at);
}

/** The same over TLS 1.2 and 1.3; `refused` is called for handshakes that fail. */
export async function tlsDoor(
  at: { host: string; port: number; certificate: Certificate },
  onConnection: (stream: Duplex) => void,
  refused: (who: string) => void,
): Promise<TlsDoor> {
  const server = createTlsServer({ ...at.certificate, handshakeTimeout: handshakeMs }, (socket) => {
    socket.on("error", () => socket.destroy());
    socket.setNoDelay(true);
    onConnection(socket);
  });
  server.on("tlsClientError", (error, socket) => {
    // A client that only opens a connection, as load balancers do, is no failure.
    if ((error as { code?: string }).code !== "ECONNRESET")
      refused(`${socket.remoteAddress ?? "?"}: ${error.message.slice(0, 120)}`);
  });
  const door = await opened(server, at);
  return { ...door, renew: (certificate) => server.setSecureContext({ ...certificate }) };
}

/** Accepts MQTT over WebSocket at `/mqtt` of the HTTP server. Returns a function that closes it. */
export function webSocketDoor(
  webSockets: WebSocketPaths,
  addressOf: (request: IncomingMessage) => string | undefined,
  onConnection: (stream: Duplex) => void,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handleProtocols: (offered) => ["mqtt", "mqttv3.1"].find((name) => offered.has(name)) ?? false,
  });
  const closePath = webSockets.open(
    (path) => path === webSocketPath,
    (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (client) => {
        // The stream only listens for the first error.
        client.on("error", () => client.terminate());
        const stream = createWebSocketStream(client);
        onConnection(Object.assign(stream, { remoteAddress: addressOf(request) }));
      }),
  );
  return () => {
    closePath();
    sockets.close();
  };
}

async function opened(server: Server, { host, port }: { host: string; port: number }): Promise<MqttDoor> {
  // Also those that have not finished their handshake.
  const sockets = new Set<Duplex>();
  server.on("connection", (socket: Duplex) => {
    sockets.add(socket);
    // From the first byte on, also while TLS is negotiated: an error that nobody listens for ends the process.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A connection that cannot be accepted, without a file descriptor for example, concerns no other.
      server.on("error", () => undefined);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
