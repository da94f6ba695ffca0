import type { PublicConfig } from "@pulse/contract/system";

type Identity = PublicConfig["identity"];

/**
 * The address of the identity endpoint. The embedded one is called on the page's own origin, whatever its name; if the
 * configuration has none, it is Amazon's own for the region.
 */
export function identityEndpoint(identity: Identity, origin: string): string {
  if (identity.endpoint === null) return `https://cognito-idp.${identity.region}.amazonaws.com/`;
  return identity.mode === "embedded" ? origin + new URL(identity.endpoint, origin).pathname : identity.endpoint;
}

type Body = Record<string, string>;

/** One call of Cognito's JSON 1.1 protocol. */
const post = (endpoint: string, operation: string, body: Body): Promise<Response> =>
  fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
    // A sign-out is often the last thing before the window is closed.
    keepalive: true,
  });

/** The answer of a call that the client library has no function for. Rejects with the provider's message if it refused. */
export async function askIdentity(endpoint: string, operation: string, body: Body): Promise<unknown> {
  const answer = await post(endpoint, operation, body);
  if (answer.ok) return answer.json();
  const { message = "" } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(message);
}

/** A call that the client library has no function for, and whose answer says nothing. Rejects unless it was done. */
export async function callIdentity(endpoint: string, operation: string, body: Body): Promise<void> {
  const answer = await post(endpoint, operation, body);
  if (answer.ok) return;
  // A refused token is gone already: asking again would not change it.
  if (answer.status < 500 && answer.status !== 429) return;
  throw new Error(`${operation}: ${answer.status}`);
}

/**
 * Does `work` until it succeeds, waiting 200 ms, 400 ms, … between tries; gives up once the wait would pass 5 s
 * (product.md section 9: token revoke retry).
 */
export async function retryBackingOff(
  work: () => Promise<void>,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let delayMs = 200; ; delayMs *= 2) {
    try {
      await work();
      return true;
    } catch {
      if (delayMs > 5000) return false;
      await wait(delayMs);
    }
  }
}
