import type { RequestListener, Server, ServerOptions } from "node:http";
import { createServer } from "node:https";
import type { Duplex } from "node:stream";
import type { Certificate } from "../tls/certificate.ts";

/** How long a TLS handshake may take, ms. */
const handshakeMs = 10_000;

/** The HTTPS side of a server, made before the server is. */
export interface SecureServer {
  /** For Fastify's `serverFactory`. */
  create(options: ServerOptions, handler: RequestListener): Server;
  /** Connections from now on are shown this certificate. Throws if the key does not fit it. */
  renew(certificate: Certificate): void;
  /** Ends every connection, also those that have not finished their handshake: closing the server would wait for them. */
  endConnections(): void;
}

/** HTTPS over HTTP/1.1 with TLS 1.2 and 1.3. */
export function secureServer(certificate: Certificate): SecureServer {
  let server: ReturnType<typeof createServer> | null = null;
  let current = certificate;
  const sockets = new Set<Duplex>();
  return {
    create: (options, handler) => {
      server = createServer({ ...options, ...current, handshakeTimeout: handshakeMs }, handler);
      server.on("connection", (socket: Duplex) => {
        sockets.add(socket);
        // From the first byte on: an error that nobody listens for ends the process.
        socket.on("error", () => socket.destroy());
        socket.once("close", () => sockets.delete(socket));
      });
      return server;
    },
    renew: (renewed) => {
      current = renewed;
      server?.setSecureContext({ ...renewed });
    },
    endConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
