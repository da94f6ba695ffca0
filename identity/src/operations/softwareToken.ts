import { z } from "zod";
import { changingUser } from "../accounts.ts";
import type { Caller, Context } from "../context.ts";
import { refuse } from "../errors.ts";
import { about, assertRecent, bearer, fields, operation } from "../operation.ts";
import type { Pool } from "../pools.ts";
import { signedUser } from "../signIn/answer.ts";
import { lockedReason } from "../signIn/start.ts";
import { pendingTotpOf, sealTotp } from "../softwareTokens.ts";
import { matchingStep, newTotpSecret } from "../totp.ts";
import type { User } from "../users.ts";

/** With an access token from the profile, or with the session of a sign-in that asks to set an app up. */
const Subject = z.object({ AccessToken: fields.AccessToken.nullish(), Session: fields.Session.nullish() });
const Verification = Subject.extend({
  UserCode: z.string().min(1).max(32),
  FriendlyDeviceName: z.string().max(131_072).nullish(),
});

/** The set-up of an authenticator app: a secret is given out, and counts once a code made with it comes back. */
export const softwareTokenOperations = [
  operation("AssociateSoftwareToken", Subject, async (context, input) => {
    const secret = newTotpSecret();
    if (input.AccessToken) {
      const { claims, user } = await bearer(context, input.AccessToken);
      assertRecent(context, claims);
      await changingUser(context, claims.pool, user.sub, (store, fresh) =>
        store.users.update(fresh.sub, { totp_pending_sealed: sealTotp(context, fresh.sub, secret) }),
      );
      return { SecretCode: secret };
    }
    const totp = { secret, isProven: false };
    return { SecretCode: secret, Session: await nextSession(context, input.Session, totp) };
  }),

  operation("VerifySoftwareToken", Verification, async (context, input, caller) =>
    input.AccessToken
      ? verifyInProfile(context, input.AccessToken, input.UserCode, caller)
      : verifyOnTheWay(context, input.Session, input.UserCode, caller),
  ),
];

async function verifyInProfile(context: Context, accessToken: string, code: string, caller: Caller): Promise<object> {
  const { claims, user } = await bearer(context, accessToken);
  assertRecent(context, claims);
  const secret = pendingTotpOf(context, user);
  if (!secret) throw refuse.totpMissing();
  const step = await rightStep(context, { pool: claims.pool, user, caller }, secret, code);
  await changingUser(context, claims.pool, user.sub, async (store, fresh) => {
    // Another set-up may have begun meanwhile; its secret is the one on the person's phone.
    if (fresh.totp_pending_sealed !== user.totp_pending_sealed) throw refuse.totpMismatch();
    await store.users.update(fresh.sub, {
      totp_sealed: fresh.totp_pending_sealed,
      totp_pending_sealed: null,
      totp_step: step,
    });
  });
  context.audit({
    ...about(claims, user, caller),
    action: "attributes_changed",
    detail: { field: "authenticator_app" },
  });
  return { Status: "SUCCESS" };
}

async function verifyOnTheWay(
  context: Context,
  id: string | null | undefined,
  code: string,
  caller: Caller,
): Promise<object> {
  const session = await context.sessions.openById("MFA_SETUP", id ?? "");
  const pool = context.pools.byId(session.poolId);
  const user = await signedUser(context, pool, session);
  const { totp } = session.state;
  if (!totp) throw refuse.totpMissing();
  const attempt = await context.sessions.takeTry(session);
  if (attempt === "noneLeft")
    context.audit({ ...about({ pool }, user, caller), action: "code_refused", detail: lockedReason });
  if (attempt !== "taken") throw refuse.replayedSession();
  await rightStep(context, { pool, user, caller }, totp.secret, code);
  return { Status: "SUCCESS", Session: await nextSession(context, id, { ...totp, isProven: true }) };
}

/** The step of a right code. Counts and notes wrong ones with those of sign-ins. */
async function rightStep(
  context: Context,
  { pool, user, caller }: { pool: Pool; user: User; caller: Caller },
  secret: string,
  code: string,
): Promise<number> {
  let step: number | null = null;
  const event = { ...about({ pool }, user, caller), action: "code_refused" } as const;
  const outcome = await context.throttle.guess(
    `sign_in_code:${user.sub}`,
    () => {
      step = matchingStep(secret, code, { nowMs: context.now(), lastStep: null });
      return step !== null;
    },
    () => context.audit({ ...event, detail: lockedReason }),
  );
  if (outcome === "locked") throw refuse.tooManyFailures();
  if (step === null) {
    context.audit(event);
    throw refuse.totpMismatch();
  }
  return step;
}

/** Replaces the session of a sign-in by one that knows this app. */
async function nextSession(
  context: Context,
  id: string | null | undefined,
  totp: { secret: string; isProven: boolean },
): Promise<string> {
  if (!id) throw refuse.invalidParameter("Either AccessToken or Session is required.");
  const session = await context.sessions.openById("MFA_SETUP", id);
  const pool = context.pools.byId(session.poolId);
  return context.transaction(async (store) => {
    await store.sessions.consume(session);
    return store.sessions.start(pool, session.sub, "MFA_SETUP", { ...session.state, totp });
  });
}
