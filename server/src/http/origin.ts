import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressIn } from "./addresses.ts";

/** Where a call came from, as the audit log keeps it. */
export interface Origin {
  /** The person's own, where a trusted proxy stands between. */
  ip: string;
  userAgent: string;
  requestId: string;
}

const origins = new WeakMap<FastifyRequest, Origin>();

/** Takes the caller's address when a request arrives: a client that hangs up before the answer has none any more. */
export function registerOrigins(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const userAgent = request.headers["user-agent"] ?? "";
    // Whoever has hung up by now has no address any more.
    const ip: string | undefined = request.ip;
    origins.set(request, { ip: addressIn(ip ?? "") ?? ip ?? "", userAgent, requestId: request.id });
  });
}

export function originOf(request: FastifyRequest): Origin {
  return origins.get(request)!;
}
