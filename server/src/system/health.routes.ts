import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { isLoopback } from "../http/loopback.ts";

/** `/healthz` (alive), `/readyz` (can serve) and `/metrics` (loopback, or with the token). */
export function healthRoutes(
  app: FastifyInstance,
  parts: { metrics: Registry; metricsToken: string | null; ready(): Promise<boolean> },
): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const ready = await parts.ready().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "starting" });
  });
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request, parts.metricsToken)) return reply.callNotFound();
    return reply.type(parts.metrics.contentType).send(await parts.metrics.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isLoopback(request);
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
