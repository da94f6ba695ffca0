import type { FastifyInstance } from "fastify";
import { appOptions, newApp } from "../platform/http/app.ts";
import { secureServer } from "../platform/http/secureServer.ts";
import { type WebSocketPaths, webSocketPaths } from "../platform/http/webSockets.ts";
import { type Lifecycle, lifecycle } from "../platform/runtime/lifecycle.ts";
import type { BaseContext } from "./baseContext.ts";
import { certificateFiles, watchCertificate } from "./certificateFiles.ts";
import { AppError } from "@pulse/contract/errors";
import type { Role } from "../platform/config/roles.ts";

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

/** What every process answers: monitors ask each of them. */
const ofEvery: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
/** What gateways post. */
const ofIngest: ReadonlySet<string> = new Set(["/api/v3/ingest/scans"]);

/** Refuses what other processes serve. To be called before routes are registered. */
function serveByRole(app: FastifyInstance, roles: ReadonlySet<Role>): void {
  if (roles.has("api")) return;
  app.addHook("onRequest", async ({ url }) => {
    const path = url.split("?", 1)[0]!;
    if (ofEvery.has(path) || (roles.has("ingest") && ofIngest.has(path))) return;
    throw new AppError("not_found");
  });
}
