import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { AddressNotAllowed, type WebhookAddresses } from "./webhookAddress.ts";

/** How one attempt went. */
export interface Attempt {
  /** Null: there was no answer. */
  status: number | null;
  durationMs: number;
  /** Null: it was accepted. The host's own answer is never shown. */
  error: "status" | "redirected" | "timeout" | "address_not_allowed" | "unreachable" | null;
}

export type Post = (
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<Attempt>;

/**
 * Posts to webhooks. The address is checked for each connection, which goes only to the addresses that were checked.
 * Redirects are not followed.
 * @param timeoutMs for connecting, sending and the answer's head together
 */
export function posting(addresses: WebhookAddresses, timeoutMs: number): Post {
  return async (text, body, headers, signal) => {
    const begunMs = performance.now();
    const took = (): number => Math.round(performance.now() - begunMs);
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const url = new URL(text);
      const all = await addresses.of(url);
      const status = await send(url, all, body, headers, AbortSignal.any([signal, late]));
      return { status, durationMs: took(), error: errorOf(status) };
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof AddressNotAllowed ? "address_not_allowed" : late.aborted ? "timeout" : "unreachable";
      return { status: null, durationMs: took(), error: why };
    }
  };
}

function errorOf(status: number): Attempt["error"] {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirected" : "status";
}

function send(
  url: URL,
  all: readonly { address: string; family: number }[],
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const judged: LookupFunction = (_host, options, done) => {
    if (options.all === true) done(null, [...all]);
    else done(null, all[0]!.address, all[0]!.family);
  };
  const open = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method: "POST",
        // A connection that is kept open would use an address that was checked long ago.
        agent: false,
        lookup: judged,
        signal,
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          "user-agent": "Pulse-Webhooks",
        },
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        // The content of the answer is not read.
        answer.destroy();
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}
