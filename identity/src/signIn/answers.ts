import { setPassword } from "../accounts.ts";
import { mergedPlain, parseAttributes } from "../attributes.ts";
import type { Context } from "../context.ts";
import { refuse } from "../errors.ts";
import { assertPasswordAllowed } from "../passwordRules.ts";
import type { Session } from "../sessions.ts";
import { claimHolds, parsePublicA, sharedKey, type Verifier } from "../srp.ts";
import { type Answer, openById, type Respond, signedUser } from "./answer.ts";
import { codeAnswer, factorChoice, setUpDone } from "./factorAnswers.ts";
import { firstFactorChoice } from "./firstFactors.ts";
import { passkeyAnswer } from "./passkeyAnswer.ts";
import { answerCustom } from "./customChallenge.ts";
import { failed, lockedReason, required } from "./start.ts";
import type { AuthAnswer } from "./step.ts";
import { advance, demandFor, finish, proceed, srpChallenge } from "./steps.ts";

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
    () => failed(context, pool, subject.user, session.state.names[0] ?? name, caller, lockedReason),
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
  return proceed(context, pool, { sub: session.sub, session, judged: subject.user }, (store, fresh, policy) =>
    advance({ store, pool, user: fresh, state, caller, policy, webAuthn: context.webAuthn }),
  );
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
  return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh, policy) => {
    const changed = await setPassword(store, pool, fresh, password, {
      status: "CONFIRMED",
      alsoSet: {
        attributes: JSON.stringify(mergedPlain(fresh.attributes, change.plain)),
        ...(change.phoneNumber && change.phoneNumber !== fresh.phone_number
          ? { phone_number: change.phoneNumber, phone_number_verified: false }
          : {}),
      },
    });
    const { state } = session;
    const step = await advance({ store, pool, user: changed, state, caller, policy, webAuthn: context.webAuthn });
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
  const outcome = await context.throttle.guess(
    `device:${deviceKey}`,
    () => claimed(session, device.group_key, deviceKey, context.devices.verifierOf(device), responses),
    () => failed(context, pool, user, name, caller, lockedReason),
  );
  if (outcome === "locked") throw refuse.lockedOut();
  if (outcome === "wrong") {
    await context.sessions.consume(session);
    failed(context, pool, user, name, caller);
    throw refuse.notAuthorized();
  }
  return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh, policy) => {
    const known = await store.devices.tracked(fresh.sub, deviceKey);
    // Meanwhile the person may have chosen not to remember the device; then it no longer replaces the code.
    if (!known) throw refuse.notAuthorized();
    const isEnough = known.remembered || session.state.mfaDone;
    if (!isEnough && (await demandFor(store, fresh, policy)).kind !== "nothing") throw refuse.notAuthorized();
    await store.devices.seen(deviceKey, caller.ip);
    return finish(store, pool, fresh, known, caller);
  });
};

const responders = new Map<string, Respond>([
  ["PASSWORD_VERIFIER", passwordVerifier],
  ["SMS_MFA", codeAnswer("SMS_MFA")],
  ["SOFTWARE_TOKEN_MFA", codeAnswer("SOFTWARE_TOKEN_MFA")],
  ["EMAIL_OTP", codeAnswer("EMAIL_OTP")],
  ["SELECT_MFA_TYPE", factorChoice],
  ["MFA_SETUP", setUpDone],
  ["SELECT_CHALLENGE", firstFactorChoice],
  ["WEB_AUTHN", passkeyAnswer],
  ["NEW_PASSWORD_REQUIRED", newPassword],
  ["CUSTOM_CHALLENGE", answerCustom],
  ["DEVICE_SRP_AUTH", deviceSrp],
  ["DEVICE_PASSWORD_VERIFIER", devicePasswordVerifier],
]);

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
