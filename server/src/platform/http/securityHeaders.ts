import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** For how long a browser that came over TLS will use nothing else. */
const strictTransport = `max-age=${365 * 24 * 3600}`;

/**
 * Headers for every answer: no sniffing, no framing, no referrer for other origins, and no caching unless an answer
 * allows it.
 * @param options.alsoReached further origins that the browser's app may call
 * @param options.overTls people reach us over TLS through a proxy, even if this connection is plain
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: { alsoReached: readonly string[]; overTls: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      // Everything comes from our own origin; MapLibre's worker and its decoded images are blobs.
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", "blob:"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", ...options.alsoReached],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    // Set below, only for requests that came over TLS.
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    if (options.overTls || request.protocol === "https")
      void reply.header("strict-transport-security", strictTransport);
  });
  app.addHook("onSend", async (_request, reply) => {
    // Nearly every answer is about people, things or places, so what may be cached has to say so.
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
  });
}
