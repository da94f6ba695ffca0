import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { addressIn, isInternalAddress, type Networks } from "./addresses.ts";

/**
 * Cleans the `X-Forwarded-For` of trusted proxies before anything asks a request for its address. Fastify takes the
 * right-most entry that is not itself a trusted proxy, whatever it looks like. So ports are removed, and an entry that
 * is no address is dropped together with everything before it.
 * @param warn called once for a proxy that seems to be our own but is not trusted
 */
export function registerForwarded(app: FastifyInstance, trusted: Networks, warn: (line: string) => void): void {
  let isWarned = false;
  app.addHook("onRequest", async ({ raw: { headers, socket } }) => {
    const list = headers["x-forwarded-for"];
    if (list === undefined) return;
    const peer = socket.remoteAddress;
    if (trusted(peer)) headers["x-forwarded-for"] = tidied(String(list));
    else if (!isWarned && peer !== undefined && isInternalAddress(peer)) {
      isWarned = true;
      warn(
        `requests from ${addressIn(peer) ?? peer} carry X-Forwarded-For, which is not trusted: everybody behind it counts ` +
          `as one address; name the proxy in PULSE_TRUST_PROXY`,
      );
    }
  });
}

/** The address of whoever sent a request that Fastify does not see, such as an upgrade, by the same rules. */
export function senderOf({ headers, socket }: IncomingMessage, trusted: Networks): string | undefined {
  const peer = socket.remoteAddress;
  const list = headers["x-forwarded-for"];
  if (list === undefined || !trusted(peer)) return peer;
  const hops = tidied(String(list)).split(", ");
  return hops.findLast((hop) => !trusted(hop)) || hops[0] || peer;
}

function tidied(list: string): string {
  const addresses = list.split(",").map((entry) => addressIn(entry.trim()));
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(", ");
}
