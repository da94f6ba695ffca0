import { AppError } from "@pulse/contract/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { linger, lingerIdleMs } from "./linger.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How long a body may take to arrive, ms; files may take longer than JSON. */
    bodyMs?: number;
  }
}

/**
 * Ends a request whose body does not arrive in time. Otherwise a client that sends a byte now and then could hold a
 * connection as long as it likes.
 * @param bodyMs the limit for routes that set none
 */
export function registerSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      if (raw.complete || reply.sent) return;
      // The rest is not waited for: the connection is closed with the answer.
      reply.raw.once("finish", () => raw.socket.destroy());
      void reply.header("connection", "close").send(new AppError("request_timeout"));
    }, request.routeOptions.config.bodyMs ?? bodyMs).unref();
    for (const endEvent of ["end", "error", "close"]) raw.once(endEvent, () => clearTimeout(timer));
    // Of a request that was answered before its body was there, nothing else tells the end.
    reply.raw.once("close", () => {
      clearTimeout(timer);
      if (!raw.complete) linger(raw, Math.min(lingerIdleMs, bodyMs));
    });
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
