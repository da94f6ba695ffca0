import { timingSafeEqual } from "node:crypto";
import { setPassword } from "../accounts.ts";
import { mergedPlain, parseAttributes } from "../attributes.ts";
import type { Caller, Context } from "../context.ts";
import { refuse } from "../errors.ts";
import { assertPasswordAllowed } from "../passwordRules.ts";
import type { Pool } from "../pools.ts";
import type { Session } from "../sessions.ts";
import { claimHolds, parsePublicA, sharedKey, type Verifier } from "../srp.ts";
import type { User } from "../users.ts";
import { answerCustom } from "./customChallenge.ts";
import { failed, required } from "./start.ts";
import {
  advance,
  assertMaySignIn,
  finish,
  mfaCodeHash,
  needsCode,
  proceed,
  srpChallenge,
  type AuthAnswer,
} from "./steps.ts";

interface Answer {
  pool: Pool;
  sessionId: string | undefined;
  responses: Record<string, string>;
  caller: Caller;
}
type Respond = (context: Context, answer: Answer) => Promise<AuthAnswer>;

/** Takes the answer to a challenge and returns what comes next. */
export async function respond(context: Context, challenge: string, answer: Answer): Promise<AuthAnswer> {
  const handler = responders.get(challenge);
  if (!handler) throw refuse.invalidParameter(`Challenge ${challenge} is not supported by this pool`);
  return handler(context, answer);
}

const passwordVerifier: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const secretBlock = required(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const session = await context.sessions.open(pool, "PASSWORD_VERIFIER", { id: sessionId, secretBlock }, name);
  // A stand-in is looked up as well, so that both take the same time.
  const found = await context.users.bySub(pool, session.sub);
  const user = session.state.known ? found : null;
  const subject = context.passwords.subjectOf(pool, name, user);
  const outcome = await context.throttle.guess(
    `password:${session.sub}`,
    () => claimed(session, pool.group, session.sub, subject.verifier, responses) && subject.user !== null,
  );
  if (outcome === "locked") throw refuse.lockedOut();
  if (outcome === "wrong" || !subject.user) {
    await context.sessions.consume(session);
    failed(context, pool, subject.user, session.state.names[0] ?? name, caller);
    throw refuse.notAuthorized();
  }
  const deviceKey = responses["DEVICE_KEY"] || null;
  // The session stays open, because clients drop the device and answer the same challenge again.
  if (deviceKey && !(await context.devices.tracked(session.sub, deviceKey))) throw refuse.deviceMissing();
  const state = { ...session.state, srp: null, deviceKey };
  return proceed(context, pool, { sub: session.sub, session, judged: subject.user }, (store, fresh) =>
    advance(store, pool, fresh, state, caller),
  );
};

const smsCode: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const code = required(responses, "SMS_MFA_CODE").trim();
  const session = await openById(context, pool, "SMS_MFA", sessionId, name);
  const user = await signedUser(context, pool, session);
  if (!(await context.sessions.takeTry(session))) throw refuse.replayedSession();
  const expected = Buffer.from(session.state.mfaCodeHash ?? "");
  const given = Buffer.from(mfaCodeHash(context, user.sub, code));
  const outcome = await context.throttle.guess(
    `sign_in_code:${user.sub}`,
    () => expected.length === given.length && timingSafeEqual(expected, given),
  );
  if (outcome === "locked") throw refuse.tooManyFailures();
  if (outcome === "wrong") {
    context.audit({ action: "code_refused", pool: pool.name, sub: user.sub, email: user.email, ...caller, detail: {} });
    throw refuse.mfaMismatch();
  }
  const state = {
    ...session.state,
    mfaDone: true,
    mfaCodeHash: null,
    deviceKey: responses["DEVICE_KEY"] || session.state.deviceKey,
  };
  return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh) => {
    // A person who reads the code has the phone, unless the number was changed after the code was sent.
    const proven = !fresh.phone_number_verified && fresh.phone_number === user.phone_number;
    const known = proven ? await store.users.update(fresh.sub, { phone_number_verified: true }) : fresh;
    const step = await advance(store, pool, known ?? fresh, state, caller);
    if (step.session) await store.sessions.setSuccessor(session, step.session);
    return step;
  });
};

const newPassword: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const password = required(responses, "NEW_PASSWORD");
  const session = await openById(context, pool, "NEW_PASSWORD_REQUIRED", sessionId, name);
  const user = await signedUser(context, pool, session);
  const prefix = "userAttributes.";
  const change = parseAttributes(
    Object.entries(responses)
      .filter(([key]) => key.startsWith(prefix) && key !== `${prefix}email`)
      .map(([key, Value]) => ({ Name: key.slice(prefix.length), Value })),
    false,
  );
  const attributes = mergedPlain(user.attributes, change.plain);
  assertPasswordAllowed(password, [user.email, attributes["given_name"] ?? "", attributes["family_name"] ?? ""]);
  return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh) => {
    const changed = await setPassword(store, pool, fresh, password, {
      status: "CONFIRMED",
      alsoSet: {
        attributes: JSON.stringify(mergedPlain(fresh.attributes, change.plain)),
        ...(change.phoneNumber && change.phoneNumber !== fresh.phone_number
          ? { phone_number: change.phoneNumber, phone_number_verified: false }
          : {}),
      },
    });
    const step = await advance(store, pool, changed, session.state, caller);
    return {
      ...step,
      tell: (outer) => {
        outer.audit({
          action: "password_changed",
          pool: pool.name,
          sub: changed.sub,
          email: changed.email,
          ...caller,
          detail: {},
        });
        return step.tell(outer);
      },
    };
  });
};

const deviceSrp: Respond = async (context, { pool, sessionId, responses }) => {
  const name = required(responses, "USERNAME");
  const deviceKey = required(responses, "DEVICE_KEY");
  const publicAHex = required(responses, "SRP_A");
  const session = await openById(context, pool, "DEVICE_SRP_AUTH", sessionId, name);
  const device = deviceKey === session.state.deviceKey ? await context.devices.tracked(session.sub, deviceKey) : null;
  if (!device) throw refuse.deviceMissing();
  if (parsePublicA(publicAHex) === null) throw refuse.invalidParameter("Invalid SRP_A");
  const verifier = context.devices.verifierOf(device);
  return proceed(context, pool, { sub: session.sub, session, judged: null }, (store) =>
    srpChallenge(store, pool, {
      stage: "DEVICE_PASSWORD_VERIFIER",
      sub: session.sub,
      publicAHex,
      verifier,
      state: session.state,
      parameters: { USERNAME: session.sub, DEVICE_KEY: deviceKey },
    }),
  );
};

const devicePasswordVerifier: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const secretBlock = required(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const session = await context.sessions.open(pool, "DEVICE_PASSWORD_VERIFIER", { id: sessionId, secretBlock }, name);
  const user = await signedUser(context, pool, session);
  const deviceKey = session.state.deviceKey ?? "";
  const device = await context.devices.tracked(user.sub, deviceKey);
  if (!device || (responses["DEVICE_KEY"] ?? deviceKey) !== deviceKey) throw refuse.deviceMissing();
  const outcome = await context.throttle.guess(`device:${deviceKey}`, () =>
    claimed(session, device.group_key, deviceKey, context.devices.verifierOf(device), responses),
  );
  if (outcome === "locked") throw refuse.lockedOut();
  if (outcome === "wrong") {
    await context.sessions.consume(session);
    failed(context, pool, user, name, caller);
    throw refuse.notAuthorized();
  }
  return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh) => {
    const known = await store.devices.tracked(fresh.sub, deviceKey);
    // Meanwhile the person may have chosen not to remember the device; then it no longer replaces the code.
    if (!known || (needsCode(fresh) && !session.state.mfaDone && !known.remembered)) throw refuse.notAuthorized();
    await store.devices.seen(deviceKey, caller.ip);
    return finish(store, pool, fresh, known, caller);
  });
};

const responders = new Map<string, Respond>([
  ["PASSWORD_VERIFIER", passwordVerifier],
  ["SMS_MFA", smsCode],
  ["NEW_PASSWORD_REQUIRED", newPassword],
  ["CUSTOM_CHALLENGE", answerCustom],
  ["DEVICE_SRP_AUTH", deviceSrp],
  ["DEVICE_PASSWORD_VERIFIER", devicePasswordVerifier],
]);

async function openById(
  context: Context,
  pool: Pool,
  stage: "SMS_MFA" | "NEW_PASSWORD_REQUIRED" | "DEVICE_SRP_AUTH",
  id: string | undefined,
  name: string,
): Promise<Session> {
  if (!id) throw refuse.invalidParameter("Missing required parameter Session");
  return context.sessions.open(pool, stage, { id }, name);
}

/** The user of a session that is past the password. Refuses if they may no longer sign in. */
async function signedUser(context: Context, pool: Pool, session: Session): Promise<User> {
  const user = await context.users.bySub(pool, session.sub);
  if (!user) throw refuse.invalidSession();
  assertMaySignIn(user);
  return user;
}

function claimed(
  session: Session,
  group: string,
  id: string,
  verifier: Verifier,
  responses: Record<string, string>,
): boolean {
  const { srp } = session.state;
  const publicA = srp ? parsePublicA(srp.aHex) : null;
  if (!srp || publicA === null) return false;
  const key = sharedKey(publicA, srp, verifier);
  return (
    key !== null &&
    claimHolds(key, {
      group,
      id,
      secretBlock: Buffer.from(required(responses, "PASSWORD_CLAIM_SECRET_BLOCK"), "base64"),
      timestamp: required(responses, "TIMESTAMP"),
      signature: required(responses, "PASSWORD_CLAIM_SIGNATURE"),
    })
  );
}
