import type { FastifyInstance } from "fastify";
import { appOptions, newApp } from "../platform/http/app.ts";
import { secureServer } from "../platform/http/secureServer.ts";
import { type WebSocketPaths, webSocketPaths } from "../platform/http/webSockets.ts";
import { type Lifecycle, lifecycle } from "../platform/runtime/lifecycle.ts";
import type { BaseContext } from "./baseContext.ts";
import { certificateFiles, watchCertificate } from "./certificateFiles.ts";
import { serveByRole } from "./serveByRole.ts";

/** The HTTP server, not listening yet, and timers that run until it has answered the last request. */
export interface OpenServer extends Pick<Lifecycle, "every" | "onStop" | "turn"> {
  app: FastifyInstance;
  webSockets: WebSocketPaths;
}

/** Throws a ConfigError of one line if the settings name a certificate that cannot be used. */
export async function openServer({ config, log, problem, onStop, every }: BaseContext): Promise<OpenServer> {
  const certificate =
    config.tls && (await certificateFiles(config.tls, { cert: "PULSE_TLS_CERT", key: "PULSE_TLS_KEY" }));
  const secure = certificate && secureServer(certificate.current);
  const webSockets = webSocketPaths();
  const timers = lifecycle(problem);
  onStop(timers.stop);
  const app = await newApp(log, { ...appOptions(config), webSockets, ...(secure ? { secure } : {}) });
  if (secure) watchCertificate({ every, log }, "HTTPS", certificate, secure.renew);
  serveByRole(app, config.roles);
  onStop(() => app.close());
  return { app, webSockets, every: timers.every, onStop: timers.onStop, turn: timers.turn };
}
