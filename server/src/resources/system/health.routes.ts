import { timingSafeEqual } from "node:crypto";
import { toWire } from "@pulse/contract/wire";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { isLoopback } from "../../platform/http/loopback.ts";
import type { Freshness } from "../../pipeline/ingest/freshness.ts";
import type { Readiness } from "../../platform/health/readiness.ts";

/** `/healthz` (alive), `/readyz` (can serve) and `/metrics` (loopback, or with the token). */
export function healthRoutes(
  app: FastifyInstance,
  parts: {
    metrics: Registry;
    metricsToken: string | null;
    readiness: Pick<Readiness, "check">;
    freshness: Pick<Freshness, "behindMs">;
  },
): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const answer = await parts.readiness.check();
    if (answer.status !== "ready") void reply.code(503).header("retry-after", "5");
    return reply.send(toWire({ ...answer, behindMs: Math.round(parts.freshness.behindMs()) }));
  });
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request, parts.metricsToken)) return reply.callNotFound();
    return reply.type(parts.metrics.contentType).send(await parts.metrics.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isLoopback(request);
  const authorization = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return authorization.length === expected.length && timingSafeEqual(authorization, expected);
}
