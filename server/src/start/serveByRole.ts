import { AppError } from "@pulse/contract/errors";
import type { FastifyInstance } from "fastify";
import type { Role } from "../platform/config/roles.ts";

/** What every process answers: monitors ask each of them. */
const ofEvery: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
/** What gateways post. */
const ofIngest: ReadonlySet<string> = new Set(["/api/v3/ingest/scans"]);

/** Refuses what other processes serve. To be called before routes are registered. */
export function serveByRole(app: FastifyInstance, roles: ReadonlySet<Role>): void {
  if (roles.has("api")) return;
  app.addHook("onRequest", async ({ url }) => {
    const path = url.split("?", 1)[0]!;
    if (ofEvery.has(path) || (roles.has("ingest") && ofIngest.has(path))) return;
    throw new AppError("not_found");
  });
}
