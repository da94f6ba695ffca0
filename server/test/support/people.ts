import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { call } from "./api.ts";
import type { TestPulse } from "./testPulse.ts";

export const password = "Pulse-test-1";

export interface Tokens {
  idToken: string;
  accessToken: string;
}

interface Mail {
  channel: string;
  to: string;
  subject: string;
  text: string;
}

/** The messages to a person on the outbox page, newest first. */
export async function messagesTo(pulse: TestPulse, to: string): Promise<Mail[]> {
  const { text } = await call(pulse, "GET", "/dev/outbox.json");
  return (JSON.parse(text) as Mail[]).filter((mail) => mail.to === to);
}

/** The six digits of the newest message to somebody. */
export async function codeTo(pulse: TestPulse, to: string): Promise<string> {
  const [newest] = await messagesTo(pulse, to);
  const [code, ...more] = newest?.text.match(/\b\d{6}\b/g) ?? [];
  if (code === undefined || more.length > 0) throw new Error(`no message with exactly one code for ${to}`);
  return code;
}

export const otherThan = (code: string): string => (code === "000000" ? "111111" : "000000");

/** One call of the identity endpoint as a browser makes it. */
export async function identityCall(
  pulse: Pick<TestPulse, "url">,
  operation: string,
  body: object,
  signal?: AbortSignal,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${pulse.url}/identity/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      "user-agent": "a browser",
    },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}

/** Begins a sign-in by password: tokens, a challenge or a refusal. */
export async function passwordSignIn(
  pulse: TestPulse,
  email: string,
  secret = password,
  pool: "current" | "legacy" = "current",
) {
  const { body } = await identityCall(pulse, "InitiateAuth", {
    AuthFlow: "USER_PASSWORD_AUTH",
    ClientId: pulse.identity.pools[pool].clientId,
    AuthParameters: { USERNAME: email, PASSWORD: secret },
  });
  return body;
}

export function tokensIn(body: Record<string, unknown>): Tokens {
  const result = body["AuthenticationResult"] as { IdToken: string; AccessToken: string } | undefined;
  if (!result) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return { idToken: result.IdToken, accessToken: result.AccessToken };
}

/** Signs in somebody without a second factor. */
export async function tokensOf(
  pulse: TestPulse,
  email: string,
  secret = password,
  pool: "current" | "legacy" = "current",
): Promise<Tokens> {
  return tokensIn(await passwordSignIn(pulse, email, secret, pool));
}

let serial = 0;

export interface TestPerson {
  email: string;
  sub: string;
  userId: string;
  phoneNumber: string;
}

/** A person with an account in a pool and a row among the users: a Viewer of the customer. */
export async function aPerson(
  pulse: TestPulse,
  customer: NewCustomer,
  has: {
    pool?: "current" | "legacy";
    phone?: "none" | "given" | "verified";
    mfa?: boolean;
  } = {},
): Promise<TestPerson> {
  const { pool = "current", phone = "none", mfa = false } = has;
  const number = String(++serial).padStart(3, "0");
  const [email, phoneNumber, userId] = [`somebody${number}@pulse.test`, `+12025550${number}`, uuidv7()];
  const { sub } = await pulse.identity.admin.createUser({
    pool,
    email,
    password,
    permanent: true,
    givenName: "Some",
    familyName: "Body",
    ...(phone === "none" ? {} : { phoneNumber, phoneVerified: phone === "verified" }),
    mfaEnabled: mfa,
  });
  await pulse.db
    .insertInto("users")
    .values({
      id: userId,
      identity_pool: pulse.identity.pools[pool].userPoolId,
      identity_sub: sub,
      email,
      given_name: "Some",
      family_name: "Body",
      customer_id: customer.id,
      role_id: customer.roleIds.Viewer,
      user_group_id: customer.groupId,
      phone_number: phone === "none" ? null : phoneNumber,
      phone_number_verified: phone === "verified",
      mfa_enabled: mfa,
      status: "active",
    })
    .execute();
  return { email, sub, userId, phoneNumber };
}
