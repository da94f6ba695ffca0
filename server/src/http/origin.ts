import type { FastifyRequest } from "fastify";

/** Where a call came from, as the audit log keeps it. */
export interface Origin {
  ip: string;
  userAgent: string;
  requestId: string;
}

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers["user-agent"] ?? "", requestId: request.id };
}
