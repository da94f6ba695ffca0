import type { Endpoint } from "@pulse/contract/endpoint";
import { getConfig } from "@pulse/contract/system";
import { fromWire, toQueryString, toWire } from "@pulse/contract/wire";
import { codeAfter, newestMessageId } from "./outbox.ts";

/** The demo's accounts (contract.md section 1), all with the same password. */
export const password = "Pulse-demo-1";
export const accounts = {
  superadmin: "super@pulse.test",
  admin: "admin@northwind.test",
  viewer: "viewer@northwind.test",
  operator: "operator@northwind.test",
  otherCustomer: "admin@contoso.test",
} as const;

type Content<E extends Endpoint> = E["content"]["_output"];
interface Request {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Calls the product's API as one signed-in user. */
export interface Api {
  idToken: string;
  /** Returns the content of the answer; rejects with status and text if it is a failure. */
  call: <E extends Endpoint>(endpoint: E, request?: Request) => Promise<Content<E>>;
  /** Returns the bare HTTP answer, for requests that are expected to fail. */
  fetch: (endpoint: Endpoint, request?: Request) => Promise<Response>;
}

/** Sends one operation to the identity endpoint, as Amazon Cognito's clients do. */
export async function askIdentity(url: string, operation: string, body: unknown): Promise<Response> {
  const { identity } = await read(getConfig, await send(url, getConfig));
  return fetch(identity.endpoint ?? `${url}/identity/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
}

/** Signs in at the identity endpoint with password and SMS code, without a browser. */
export async function signIn(url: string, email: string): Promise<Api> {
  const { identity } = await read(getConfig, await send(url, getConfig));
  const ask = async (operation: string, body: unknown) => {
    const answer = await askIdentity(url, operation, body);
    if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as {
      Session?: string;
      ChallengeName?: string;
      ChallengeParameters?: { USER_ID_FOR_SRP?: string };
      AuthenticationResult?: { IdToken: string };
    };
  };
  const before = await newestMessageId(url);
  const first = await ask("InitiateAuth", {
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: identity.clientId,
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  if (first.ChallengeName !== "SMS_MFA")
    throw new Error(`${email}: expected a code by SMS, got ${first.ChallengeName}`);
  const last = await ask("RespondToAuthChallenge", {
    ChallengeName: "SMS_MFA",
    ClientId: identity.clientId,
    Session: first.Session,
    ChallengeResponses: {
      USERNAME: first.ChallengeParameters?.USER_ID_FOR_SRP ?? email,
      SMS_MFA_CODE: await codeAfter(url, before),
    },
  });
  const idToken = last.AuthenticationResult?.IdToken;
  if (!idToken) throw new Error(`${email}: no token after the code`);
  const fetchEndpoint: Api["fetch"] = (endpoint, request) => send(url, endpoint, request, idToken);
  return {
    idToken,
    fetch: fetchEndpoint,
    call: async (endpoint, request) => read(endpoint, await fetchEndpoint(endpoint, request)),
  };
}

function send(url: string, endpoint: Endpoint, request: Request = {}, idToken?: string): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ""));
  return fetch(`${url}${path}${toQueryString(request.query ?? {})}`, {
    method: endpoint.method,
    headers: {
      ...(idToken === undefined ? {} : { "x-id-token": idToken }),
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(toWire(request.body)) }),
  });
}

async function read<E extends Endpoint>(endpoint: E, answer: Response): Promise<Content<E>> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${endpoint.id} answered ${answer.status}: ${text}`);
  const { result } = JSON.parse(text) as { result: { content: unknown } };
  return endpoint.content.parse(fromWire(result.content));
}
