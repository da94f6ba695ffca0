import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { guardServer } from "../platform/http/guardServer.ts";
import { localOrigin } from "../platform/http/localOrigin.ts";
import type { BaseContext } from "./baseContext.ts";

/** What this process calls itself for: the user pool and its keys. */
const ownPath = "/identity/";

/** Where this process reaches its own identity endpoint. */
export interface OwnListener {
  ownOrigin: string;
  /** Answers from now on with the app's own routes. */
  serveOwn(app: FastifyInstance): void;
}

/**
 * With HTTPS a plain listener on loopback, at a port that nobody else is told, for the calls of this process to its own
 * identity endpoint: the certificate of the web port names the public address and may be one that this machine does not
 * trust, or have expired. Without HTTPS it is the web port itself.
 */
export async function ownListener<Base extends BaseContext>(base: Base): Promise<Base & OwnListener> {
  const { config, log, onStop } = base;
  if (config.tls === null || config.identity.mode === "cognito")
    return { ...base, ownOrigin: localOrigin(config), serveOwn: () => undefined };
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const server = createServer((request, response) => {
    if (handle !== null && request.url?.startsWith(ownPath)) handle(request, response);
    else response.writeHead(handle === null ? 503 : 404, { connection: "close" }).end();
  });
  guardServer(server, log);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onStop(async () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...base,
    ownOrigin: localOrigin({ host: "127.0.0.1", port }),
    serveOwn: (app) => {
      handle = (request, response) => app.routing(request, response);
    },
  };
}
