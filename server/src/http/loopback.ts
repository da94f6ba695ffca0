import type { FastifyRequest } from "fastify";

/**
 * Whether a request comes from this machine itself. A proxy on this machine speaks for others, so a request that says it
 * was forwarded is not taken for a local one.
 */
export function isLoopback(request: FastifyRequest): boolean {
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers["forwarded"];
  const address = request.socket.remoteAddress ?? "";
  return forwarded === undefined && (address === "::1" || address.replace("::ffff:", "").startsWith("127."));
}
