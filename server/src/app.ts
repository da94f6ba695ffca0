import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import type { Authenticator } from "./http/authenticate.ts";
import { registerErrors } from "./http/errors.ts";
import { registerOrigins } from "./http/origin.ts";
import type { RouteContext } from "./http/route.ts";
import { registerSecurityHeaders } from "./http/webApp.ts";

/** A request's body without files is never larger than this. */
const bodyLimitBytes = 1024 * 1024;

/**
 * The HTTP server before anything is registered on it: errors, limits, compression, security headers.
 * @param alsoReached further origins that the browser's app may ask
 */
export async function newApp(log: Logger, alsoReached: readonly string[] = []): Promise<FastifyInstance> {
  // As the plain logger that Fastify names, so that its types stay the library's own.
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    // Old keep-alive connections must not hold up a stop.
    forceCloseConnections: true,
  });
  registerErrors(app);
  registerOrigins(app);
  registerSecurityHeaders(app, alsoReached);
  await app.register(compress, {
    threshold: 2048,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  return app;
}

/** What every route of the contract needs to judge its caller. */
export function routeContext(
  app: FastifyInstance,
  auth: Authenticator,
  rules: Pick<RouteContext, "enterSite" | "enterCustomer" | "once" | "knowsKey" | "refused">,
): RouteContext {
  return { app, authenticate: auth.request, ...rules };
}
