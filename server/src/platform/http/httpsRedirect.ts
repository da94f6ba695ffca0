import { createServer, type Server } from "node:http";
import { linger, lingerIdleMs } from "./linger.ts";

/** How long the head of a request may take to arrive, ms. */
const headersMs = 15_000;
const hostName = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Where a plain request continues over HTTPS; null: it does not say for which host it is, or not readably.
 * @param origin the origin that people use; null: the host that they asked for, at `port`
 */
export function redirectTarget(
  request: { host: string | undefined; path: string },
  at: { origin: string | null; port: number },
): string | null {
  const name = hostName.exec(request.host ?? "")?.[1];
  const origin = at.origin ?? (name === undefined ? null : `https://${name}${at.port === 443 ? "" : `:${at.port}`}`);
  if (origin === null) return null;
  // A client may send a whole address or `*` instead of a path [RFC 9112 section 3.2].
  const path = request.path.startsWith("/") ? request.path : request.path.replace(/^[a-z]+:\/\/[^/?]*|^\*$/i, "");
  return `${origin}${path.startsWith("/") ? "" : "/"}${path}`;
}

/**
 * A server that answers every request with where it continues over HTTPS, and serves nothing itself: 308, so that the
 * method and the body stay as they are [RFC 9110 section 15.4.9]. No strict-transport-security, which counts only over
 * TLS [RFC 6797 section 7.2].
 */
export function httpsRedirect(at: { origin: string | null; port: number }): Server {
  const server = createServer({ headersTimeout: headersMs, requestTimeout: headersMs }, (request, response) => {
    const location = redirectTarget({ host: request.headers.host, path: request.url ?? "/" }, at);
    const headers = { "cache-control": "no-store", connection: "close", "content-type": "text/plain; charset=utf-8" };
    if (location === null) response.writeHead(400, headers).end("This is not a valid address.\n");
    else response.writeHead(308, { ...headers, location }).end(`Use ${location}\n`);
    // The body is of no interest, but the answer should reach whoever still sends it.
    if (!request.complete) linger(request, lingerIdleMs);
    request.resume();
  });
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
  return server;
}
