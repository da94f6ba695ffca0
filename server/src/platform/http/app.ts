import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { type Networks, networks } from "./addresses.ts";
import { answerBrokenRequest, answerUnroutable, registerErrors } from "./errors.ts";
import { registerForwarded } from "./forwarded.ts";
import { registerJsonBodies } from "./jsonBody.ts";
import { registerMethods } from "./methods.ts";
import { registerOrigins } from "./origin.ts";
import { reachedOrigins } from "./reachedOrigins.ts";
import { registerSecurityHeaders } from "./securityHeaders.ts";
import { registerSlowBodies } from "./slowBodies.ts";
import { guardServer } from "./guardServer.ts";
import type { SecureServer } from "./secureServer.ts";
import type { WebSocketPaths } from "./webSockets.ts";

/** A request's body without files is never larger than this. */
const bodyLimitBytes = 1024 * 1024;
/** How long such a body may take to arrive. */
const bodyMs = 30_000;
/** How long any request may take to arrive, the largest upload included, and its headers. */
const requestMs = 15 * 60_000;
const headersMs = 15_000;
/** How long a connection may be idle between two requests. Fastify's default, which a server of our own has to set. */
const keepAliveMs = 72_000;

export interface AppOptions {
  /** Additional origins that the app in the browser may call. */
  alsoReached?: readonly string[];
  /** People reach us over TLS, whatever our own connections are. */
  overTls?: boolean;
  /** How long a body without files may take to arrive. */
  bodyMs?: number;
  /** The proxies that are believed about who sent a request. */
  trusted?: Networks;
  /** Where connections can become WebSockets. */
  webSockets?: WebSocketPaths;
  /** Speaks HTTPS; left out: HTTP. */
  secure?: SecureServer;
}

/** What the settings say about the server's surroundings. */
export function appOptions(config: Config): AppOptions {
  return {
    alsoReached: reachedOrigins(config),
    overTls: config.publicUrl.startsWith("https://"),
    trusted: config.trustedProxies,
  };
}

/** The HTTP server before anything is registered on it: errors, limits, compression, security headers. */
export async function newApp(log: Logger, options: AppOptions = {}): Promise<FastifyInstance> {
  // As the plain logger that Fastify names, so that its types stay the library's own.
  const loggerInstance: FastifyBaseLogger = log;
  const trusted = options.trusted ?? networks([]);
  const { secure } = options;
  const http = {
    headersTimeout: headersMs,
    connectionsCheckingInterval: headersMs / 2,
    shouldUpgradeCallback: options.webSockets?.isUpgrade ?? (() => false),
  };
  const app = fastify({
    loggerInstance,
    trustProxy: trusted,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    // Old keep-alive connections must not hold up a stop.
    forceCloseConnections: true,
    requestTimeout: requestMs,
    http,
    ...(secure === undefined
      ? {}
      : {
          serverFactory: (handler: RequestListener) =>
            secure.create({ ...http, requestTimeout: requestMs, keepAliveTimeout: keepAliveMs }, handler),
        }),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBrokenRequest,
  });
  guardServer(app.server, log);
  if (secure) app.addHook("preClose", async () => secure.endConnections());
  if (options.webSockets) app.server.on("upgrade", options.webSockets.take);
  registerErrors(app);
  registerForwarded(app, trusted, (line) => log.warn(line));
  registerOrigins(app);
  await registerSecurityHeaders(app, {
    alsoReached: options.alsoReached ?? [],
    overTls: options.overTls ?? false,
  });
  registerSlowBodies(app, options.bodyMs ?? bodyMs);
  registerMethods(app);
  registerJsonBodies(app);
  await app.register(compress, {
    threshold: 2048,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  return app;
}
