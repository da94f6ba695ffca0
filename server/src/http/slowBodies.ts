import { AppError } from "@pulse/contract/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How long a body may take to arrive, ms; files take longer than what people type. */
    bodyMs?: number;
  }
}

/**
 * Ends a request whose body has not arrived in time. Without it a client that sends a byte now and then holds a
 * connection for as long as it likes.
 * @param bodyMs the time of a whole body where its route says nothing else
 */
export function registerSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      // It was refused without its body, which still drips in.
      if (reply.sent) {
        raw.socket.destroy();
        return;
      }
      // The rest is not waited for: the connection goes with the answer.
      reply.raw.once("finish", () => raw.socket.destroy());
      void reply.header("connection", "close").send(new AppError("request_timeout"));
    }, request.routeOptions.config.bodyMs ?? bodyMs);
    for (const over of ["end", "error", "close"]) raw.once(over, () => clearTimeout(timer));
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
