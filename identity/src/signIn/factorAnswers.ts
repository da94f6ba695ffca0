import { timingSafeEqual } from "node:crypto";
import type { Context } from "../context.ts";
import { refuse } from "../errors.ts";
import { enabledFactors } from "../factors.ts";
import { isRecoveryCode } from "../recoveryCodes.ts";
import type { CodeFactor } from "../schema.ts";
import type { Session } from "../sessions.ts";
import { sealTotp, totpOf } from "../softwareTokens.ts";
import type { Store } from "../store.ts";
import { matchingStep } from "../totp.ts";
import type { User, UserChange } from "../users.ts";
import { type Answer, openById, type Respond, signedUser } from "./answer.ts";
import { codeChallenge, mfaCodeHash } from "./factorChallenges.ts";
import { lockedReason, required } from "./start.ts";
import { advance, proceed } from "./steps.ts";

/** The name under which each factor's code comes. */
const codeNames: Record<CodeFactor, string> = {
  SMS_MFA: "SMS_MFA_CODE",
  SOFTWARE_TOKEN_MFA: "SOFTWARE_TOKEN_MFA_CODE",
  EMAIL_OTP: "EMAIL_OTP_CODE",
};

/** What a right code changes. Runs in the transaction of the step; refuses if another call has just used the code. */
type UseCode = (store: Store, user: User) => Promise<UserChange>;

/** The code of a second factor, or one of the user's recovery codes in its place. */
export const codeAnswer =
  (factor: CodeFactor): Respond =>
  async (context, { pool, sessionId, responses, caller }) => {
    const name = required(responses, "USERNAME");
    const code = required(responses, codeNames[factor]).trim();
    const session = await openById(context, pool, factor, sessionId, name).catch(async (error: unknown) => {
      await noteLateCode(context, factor, { pool, sessionId, caller });
      throw error;
    });
    const user = await signedUser(context, pool, session);
    const event = { pool: pool.name, sub: user.sub, email: user.email, ...caller, detail: {} };
    const attempt = await context.sessions.takeTry(session);
    if (attempt === "noneLeft") context.audit({ action: "code_refused", ...event, detail: lockedReason });
    if (attempt !== "taken") throw refuse.replayedSession();
    const isRecovery = isRecoveryCode(code);
    let use: UseCode | null = null;
    const outcome = await context.throttle.guess(
      `sign_in_code:${user.sub}`,
      async () => {
        use = isRecovery
          ? await judgeRecovery(context, user, code)
          : judgeCode(context, { factor, user, session, code });
        return use !== null;
      },
      () => context.audit({ action: "code_refused", ...event, detail: lockedReason }),
    );
    if (outcome === "locked") throw refuse.tooManyFailures();
    const useRight: UseCode | null = use;
    if (outcome === "wrong" || useRight === null) {
      context.audit({ action: "code_refused", ...event });
      throw refuse.mfaMismatch();
    }
    const deviceKey = responses["DEVICE_KEY"] || session.state.deviceKey;
    const state = { ...session.state, mfaDone: true, mfaCodeHash: null, deviceKey };
    return proceed(context, pool, { sub: user.sub, session, judged: null }, async (store, fresh, policy) => {
      const change = await (useRight as UseCode)(store, fresh);
      const known = Object.keys(change).length > 0 ? await store.users.update(fresh.sub, change) : fresh;
      const { webAuthn } = context;
      const step = await advance({ store, pool, user: known ?? fresh, state, caller, policy, webAuthn });
      if (step.session) await store.sessions.setSuccessor(session, step.session);
      if (!isRecovery) return step;
      return {
        ...step,
        tell: (outer) => {
          outer.audit({ action: "recovery_code_used", ...event });
          return step.tell(outer);
        },
      };
    });
  };

/** Notes a code that came too late or again, once for each sign-in. */
async function noteLateCode(
  context: Context,
  factor: CodeFactor,
  { pool, sessionId, caller }: Pick<Answer, "pool" | "sessionId" | "caller">,
): Promise<void> {
  const late = sessionId === undefined ? null : await context.sessions.takeLateTry(pool, factor, sessionId);
  if (late === null) return;
  const email = (await context.users.bySub(pool, late.sub))?.email ?? null;
  const detail = { reason: late.reason };
  context.audit({ action: "code_refused", pool: pool.name, sub: late.sub, email, ...caller, detail });
}

async function judgeRecovery(context: Context, user: User, code: string): Promise<UseCode | null> {
  if (!(await context.recoveryCodes.has(user.sub, code))) return null;
  return async (store, fresh) => {
    if (!(await store.recoveryCodes.use(fresh.sub, code))) throw refuse.mfaMismatch();
    return {};
  };
}

interface Judged {
  factor: CodeFactor;
  user: User;
  session: Session;
  code: string;
}

function judgeCode(context: Context, { factor, user, session, code }: Judged): UseCode | null {
  if (factor === "SOFTWARE_TOKEN_MFA") {
    const secret = totpOf(context, user);
    const step = secret && matchingStep(secret, code, { nowMs: context.now(), lastStep: user.totp_step });
    if (!step) return null;
    return async (_store, fresh) => {
      if (fresh.totp_sealed !== user.totp_sealed || step <= (fresh.totp_step ?? -1)) throw refuse.totpUsed();
      return { totp_step: step };
    };
  }
  const expected = Buffer.from(session.state.mfaCodeHash ?? "");
  const typed = Buffer.from(mfaCodeHash(context, user.sub, code));
  if (expected.length !== typed.length || !timingSafeEqual(expected, typed)) return null;
  // A person who reads the code has the phone, unless the number was changed after the code was sent.
  return async (_store, fresh) =>
    factor === "SMS_MFA" && !fresh.phone_number_verified && fresh.phone_number === user.phone_number
      ? { phone_number_verified: true }
      : {};
}

/** The factor that a person with several ones chooses. */
export const factorChoice: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const chosen = required(responses, "ANSWER");
  const session = await openById(context, pool, "SELECT_MFA_TYPE", sessionId, name);
  const user = await signedUser(context, pool, session);
  const { deliverable } = await context.factorPolicy(pool, user.sub);
  const factor = enabledFactors(user).find((each) => each === chosen && deliverable.includes(each));
  if (!factor) throw refuse.invalidParameter("ANSWER is none of the factors to choose from.");
  const { state } = session;
  return proceed(context, pool, { sub: user.sub, session, judged: null }, (store, fresh, policy) =>
    codeChallenge({ store, pool, user: fresh, state, caller, policy, webAuthn: context.webAuthn }, factor),
  );
};

/** An authenticator app was set up on the way: it is turned on, and its code counts as this sign-in's. */
export const setUpDone: Respond = async (context, { pool, sessionId, responses, caller }) => {
  const name = required(responses, "USERNAME");
  const session = await openById(context, pool, "MFA_SETUP", sessionId, name);
  const user = await signedUser(context, pool, session);
  const { totp } = session.state;
  if (!totp?.isProven) throw refuse.invalidParameter("No authenticator app has been verified in this session.");
  const state = { ...session.state, totp: null, mfaDone: true };
  const answer = await proceed(
    context,
    pool,
    { sub: user.sub, session, judged: null },
    async (store, fresh, policy) => {
      const change: UserChange = {
        totp_sealed: sealTotp(context, fresh.sub, totp.secret),
        totp_mfa: true,
        preferred_mfa: "SOFTWARE_TOKEN_MFA",
      };
      const changed = await store.users.update(fresh.sub, change);
      return advance({ store, pool, user: changed ?? fresh, state, caller, policy, webAuthn: context.webAuthn });
    },
  );
  context.audit({ action: "mfa_enabled", pool: pool.name, sub: user.sub, email: user.email, ...caller, detail: {} });
  context.onMfaChange(pool.name, user.sub, true);
  return answer;
};
