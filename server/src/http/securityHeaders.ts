import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** A browser that was here over TLS comes back over nothing else for so long. */
const strictTransport = `max-age=${365 * 24 * 3600}`;

/**
 * Headers for every answer: nothing is sniffed, framed or told to other origins, and nothing is kept by a cache that did
 * not say itself how long it may be.
 * @param options.alsoReached further origins that the browser's app may ask
 * @param options.overTls people reach us over TLS whatever this connection is: a proxy stands in front
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: { alsoReached: readonly string[]; overTls: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      // Everything from our own origin; MapLibre's worker and its decoded images come as blobs.
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
    // Said below, and only to who came over TLS.
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    if (options.overTls || request.protocol === "https")
      void reply.header("strict-transport-security", strictTransport);
  });
  app.addHook("onSend", async (_request, reply) => {
    // Nearly every answer tells about people, things or places: what may be kept says so itself.
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
  });
}
