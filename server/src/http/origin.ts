import type { FastifyInstance, FastifyRequest } from "fastify";

/** Where a call came from, as the audit log keeps it. */
export interface Origin {
  ip: string;
  userAgent: string;
  requestId: string;
}

const origins = new WeakMap<FastifyRequest, Origin>();

/** Takes the caller's address when a request arrives: a client that hangs up before the answer has none any more. */
export function registerOrigins(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    origins.set(request, { ip: request.ip, userAgent: request.headers["user-agent"] ?? "", requestId: request.id });
  });
}

export function originOf(request: FastifyRequest): Origin {
  return origins.get(request)!;
}
