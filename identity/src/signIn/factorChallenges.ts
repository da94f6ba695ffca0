import { randomBytes } from "node:crypto";
import { newCode } from "../codes.ts";
import type { Context } from "../context.ts";
import { masked } from "../delivery.ts";
import type { Demand } from "../factors.ts";
import { messagesFor } from "../messagesFor.ts";
import type { Pool } from "../pools.ts";
import type { CodeFactor } from "../schema.ts";
import type { SessionState } from "../sessions.ts";
import { type AuthAnswer, challenge, type Progress, type Step } from "./step.ts";

/** The hash has a key, because a million tries are enough to find six digits behind a plain hash. */
export const mfaCodeHash = (context: Pick<Context, "secrets">, sub: string, code: string): string =>
  context.secrets.keyedHash("sign-in code", sub, code).toString("base64url");

/** The challenge for what a sign-in asks for after the password. */
export function factorChallenge(progress: Progress, demand: Exclude<Demand, { kind: "nothing" }>): Promise<Step> {
  if (demand.kind === "code") return codeChallenge(progress, demand.factor);
  if (demand.kind === "choice") return choiceChallenge(progress, demand.factors);
  if (demand.kind === "setUp") return setUpChallenge(progress);
  const { store, webAuthn, pool, user, state } = progress;
  return passkeyRequest({ ...store, webAuthn }, pool, user.sub, state);
}

/** Asks for a code of one factor, and sends it unless an app makes it. */
export function codeChallenge(progress: Progress, factor: CodeFactor): Promise<Step> {
  if (factor === "SOFTWARE_TOKEN_MFA") return appCodeChallenge(progress);
  return sentCodeChallenge(progress, factor);
}

async function appCodeChallenge({ store, pool, user, state }: Progress): Promise<Step> {
  const session = await store.sessions.start(pool, user.sub, "SOFTWARE_TOKEN_MFA", state);
  return challenge("SOFTWARE_TOKEN_MFA", session, { USER_ID_FOR_SRP: user.sub });
}

async function sentCodeChallenge(
  { store, pool, user, state, caller }: Progress,
  factor: "SMS_MFA" | "EMAIL_OTP",
): Promise<Step> {
  const isSms = factor === "SMS_MFA";
  const to = isSms ? (user.phone_number ?? "") : user.email;
  const code = newCode();
  const mfaState = { ...state, mfaCodeHash: mfaCodeHash(store, user.sub, code) };
  const session = await store.sessions.start(pool, user.sub, factor, mfaState);
  return {
    session,
    async tell({ spendSms, throttle, send, audit }) {
      if (isSms) await spendSms({ to, sub: user.sub, ip: caller.ip, purpose: "sign_in" });
      else await throttle.hourly("sign_in_mail", user.sub, throttle.limits.signInMailsPerHour);
      const texts = messagesFor(user.attributes);
      await send(isSms ? texts.signInCode(to, code) : texts.signInMail(to, code)).catch((error: unknown) => {
        const detail = { channel: isSms ? "sms" : "email" };
        audit({ action: "code_undelivered", pool: pool.name, sub: user.sub, email: user.email, ...caller, detail });
        throw error;
      });
      return {
        ChallengeName: factor,
        Session: session,
        ChallengeParameters: {
          CODE_DELIVERY_DELIVERY_MEDIUM: isSms ? "SMS" : "EMAIL",
          CODE_DELIVERY_DESTINATION: masked(to),
          USER_ID_FOR_SRP: user.sub,
        },
      };
    },
  };
}

async function choiceChallenge({ store, pool, user, state }: Progress, factors: CodeFactor[]): Promise<Step> {
  const session = await store.sessions.start(pool, user.sub, "SELECT_MFA_TYPE", state);
  return challenge("SELECT_MFA_TYPE", session, {
    USER_ID_FOR_SRP: user.sub,
    MFAS_CAN_CHOOSE: JSON.stringify(factors),
  });
}

async function setUpChallenge({ store, pool, user, state }: Progress): Promise<Step> {
  const session = await store.sessions.start(pool, user.sub, "MFA_SETUP", state);
  return challenge("MFA_SETUP", session, {
    USER_ID_FOR_SRP: user.sub,
    MFAS_CAN_SETUP: JSON.stringify(["SOFTWARE_TOKEN_MFA"]),
  });
}

/** Asks for one of a user's passkeys; what has to be signed is kept in the session. */
export async function passkeyRequest(
  { sessions, passkeys, webAuthn }: Pick<Context, "sessions" | "passkeys" | "webAuthn">,
  pool: Pool,
  sub: string,
  state: SessionState,
): Promise<Step & { answer: AuthAnswer }> {
  const passkeyChallenge = randomBytes(32).toString("base64url");
  const options = await webAuthn.requestOptions(sub, passkeyChallenge, await passkeys.ofUser(sub));
  const session = await sessions.start(pool, sub, "WEB_AUTHN", { ...state, passkeyChallenge });
  return challenge("WEB_AUTHN", session, { USERNAME: sub, CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) });
}
