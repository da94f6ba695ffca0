import type { FastifyRequest } from "fastify";
import { isLoopbackAddress } from "./addresses.ts";

/** Headers that a proxy adds. A proxy on this machine speaks for others, who must not count as local callers. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
];

/**
 * Whether a request comes from this machine and asks for it by a local name. The name matters, since a page of another
 * site can make a browser on this machine call us under that site's name.
 */
export function isLoopback({ raw, socket }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? "") &&
    isLoopbackName(raw.headers.host) &&
    proxyHeaders.every((header) => raw.headers[header] === undefined)
  );
}

/** `localhost`, a name below it, 127.x.x.x or [::1], with or without a port. */
function isLoopbackName(host: string | undefined): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");
}
