import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { CustomFetch } from "openid-client";
import { isLoopbackAddress, type Networks } from "../../platform/http/addresses.ts";
import { type Resolve, type Resolved, webhookAddresses } from "../webhooks/webhookAddress.ts";

/** The provider could not be asked: no answer in time, none at all, a failure of its own, or an address not allowed. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable";
}

/** The largest answer that is read: keys, metadata and tokens are a few kilobytes. */
const maxAnswerBytes = 1024 * 1024;

/**
 * Requests to identity providers, under the rules of webhooks: public addresses by https, others only where
 * PULSE_WEBHOOK_ALLOW names them, checked for each connection. A client secret is never sent in plain text, so http stays
 * on the machine itself. Redirects are not followed.
 * @param timeoutMs for one request with its whole answer
 */
export function providerFetch(allowed: Networks, resolve: Resolve | undefined, timeoutMs: number): CustomFetch {
  const addresses = webhookAddresses(allowed, resolve);
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const targets = await addresses.of(url);
      if (url.protocol !== "https:" && !targets.every((one) => isLoopbackAddress(one.address)))
        throw new ProviderUnreachable(`${url.origin} is not https`);
      const text = body instanceof URLSearchParams ? body.toString() : body;
      if (text !== undefined && text !== null && typeof text !== "string")
        throw new TypeError("only text is sent to a provider");
      return await send(url, targets, { method, headers, text: text ?? null, signal: late });
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error;
      const reason = late.aborted ? "did not answer in time" : error instanceof Error ? error.message : "failed";
      throw new ProviderUnreachable(`${url.origin}: ${reason}`, { cause: error });
    }
  };
}

async function send(
  url: URL,
  targets: readonly Resolved[],
  message: { method: string; headers: Record<string, string>; text: string | null; signal: AbortSignal },
): Promise<Response> {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all === true) done(null, [...targets]);
    else done(null, targets[0]!.address, targets[0]!.family);
  };
  const open = url.protocol === "https:" ? httpsRequest : httpRequest;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = open(
      url,
      { method: message.method, headers: message.headers, agent: false, lookup, signal: message.signal },
      resolve,
    );
    request.once("error", reject);
    request.end(message.text ?? undefined);
  });
  const status = answer.statusCode ?? 0;
  if (status >= 500) {
    answer.destroy();
    throw new ProviderUnreachable(`${url.origin} answered ${status}`);
  }
  const bytes = await readBounded(answer, url);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  return new Response(status === 204 || status === 304 ? null : bytes, { status, headers });
}

async function readBounded(answer: IncomingMessage, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxAnswerBytes) {
      answer.destroy();
      throw new ProviderUnreachable(`${url.origin} sent more than ${maxAnswerBytes} bytes`);
    }
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}
