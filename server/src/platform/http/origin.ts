import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressIn } from "./addresses.ts";

/** Where a call came from, as the audit log keeps it. */
export interface Origin {
  /** The person's own address, even behind a trusted proxy. */
  ip: string;
  userAgent: string;
  requestId: string;
}

const origins = new WeakMap<FastifyRequest, Origin>();

/** Takes the caller's address when a request arrives, since a client that hangs up has none when the answer is made. */
export function registerOrigins(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const userAgent = request.headers["user-agent"] ?? "";
    // A caller that has already hung up has no address.
    const ip: string | undefined = request.ip;
    origins.set(request, { ip: addressIn(ip ?? "") ?? ip ?? "", userAgent, requestId: request.id });
  });
}

export function originOf(request: FastifyRequest): Origin {
  return origins.get(request)!;
}
