import type { FastifyRequest } from "fastify";
import { isLoopbackAddress } from "./addresses.ts";

/** What a proxy adds. One on this machine speaks for others, so whoever it speaks for is not taken for a local caller. */
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
 * Whether a request comes from this machine itself, and asks for it by a name of its own: a page of another site can make
 * a browser on this machine ask here under that site's name.
 */
export function isLoopback({ raw, socket }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? "") &&
    isLoopbackName(raw.headers.host) &&
    proxyHeaders.every((header) => raw.headers[header] === undefined)
  );
}

/** `localhost`, a name below it, 127.x.x.x or [::1], with a port or without one. */
function isLoopbackName(host: string | undefined): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");
}
