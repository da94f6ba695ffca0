import { asText } from "../asText.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Json, Row } from "../format.ts";

/** The demo's administrator of a customer (contract.md section 1). */
const email = "admin@northwind.test";
const password = "Pulse-demo-1";
/** How long a code may take, ms: it waits for nothing but a busy machine. */
const codeMs = 120_000;

export interface Person {
  idToken: string;
  accessToken: string;
  /** Asks the identity provider as this person. */
  ask(operation: string, body: Row): Promise<Row>;
}

/** Signs in to a demo as its administrator, with password and texted code. Rejects with the provider's answer. */
export async function signIn(url: string): Promise<Person> {
  const config = (await (await fetch(`${url}/api/config`)).json()) as { result: { content: { identity: Row } } };
  const { client_id: clientId, endpoint } = config.result.content.identity as { client_id: string; endpoint: string };
  const ask = async (operation: string, body: Row): Promise<Row> => {
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Row;
  };
  const first = await ask("InitiateAuth", {
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: clientId,
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const last = await ask("RespondToAuthChallenge", {
    ChallengeName: "SMS_MFA",
    ClientId: clientId,
    Session: first["Session"]!,
    ChallengeResponses: {
      USERNAME: (first["ChallengeParameters"] as Row)["USER_ID_FOR_SRP"] ?? email,
      SMS_MFA_CODE: await textedCode(url),
    },
  });
  const { IdToken: idToken, AccessToken: accessToken } = last["AuthenticationResult"] as Row;
  return { idToken: asText(idToken), accessToken: asText(accessToken), ask };
}

/** The digits of the first text message; nothing was texted before. */
async function textedCode(url: string): Promise<string> {
  const until = performance.now() + codeMs;
  while (performance.now() < until) {
    const messages = (await (await fetch(`${url}/dev/outbox.json`)).json()) as { channel: string; text: string }[];
    const code = messages.map(({ channel, text }) => (channel === "sms" ? /\b\d{6}\b/.exec(text)?.[0] : undefined));
    const found = code.find((digits) => digits !== undefined);
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error(`no code was texted within ${codeMs / 1000} s`);
}

/** Claims that name this one session or a device. */
const ofSession = new Set(["jti", "origin_jti", "event_id", "device_key", "exp", "iat", "auth_time", "iss"]);

/** The claims of a token without those that belong to this session alone. */
export function claimsOf(token: string): Record<string, Json> {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Row;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !ofSession.has(name)));
}
