import { z } from "zod";
import { assertPasswordOf, changingUser, setPassword } from "../accounts.ts";
import { atFloor } from "../answerFloor.ts";
import type { Caller, Context } from "../context.ts";
import { detailsByName } from "../delivery.ts";
import { messagesFor } from "../messagesFor.ts";
import { refuse } from "../errors.ts";
import { about, aboutName, bearer, fields, operation } from "../operation.ts";
import { assertPasswordAllowed } from "../passwordRules.ts";
import type { Pool } from "../pools.ts";
import { rightCode } from "../rightCode.ts";
import { failed, lockedReason } from "../signIn/start.ts";
import { normalisedName, type User } from "../users.ts";

const ForgotPassword = z.object({ ClientId: fields.ClientId, Username: fields.Username });
const ConfirmForgotPassword = ForgotPassword.extend({
  ConfirmationCode: fields.ConfirmationCode,
  Password: fields.Password,
});
const ChangePassword = z.object({
  AccessToken: fields.AccessToken,
  PreviousPassword: fields.Password.default(""),
  ProposedPassword: fields.Password,
});

/** Forgotten and changed passwords. */
export const passwordOperations = [
  operation("ForgotPassword", ForgotPassword, async (context, input, caller) => {
    const pool = context.pools.byClient(input.ClientId);
    const name = normalisedName(input.Username);
    const user = await context.users.byName(pool, name);
    if (!pool.hidesUsers) {
      if (!user) throw refuse.userNotFound("Username/client id combination not found.");
      if (!mayReset(user)) throw refuse.notAuthorized("User password cannot be reset in the current state.");
    }
    const { sub } = context.passwords.subjectOf(pool, name, user);
    await context.throttle.hourly("reset", sub, context.throttle.limits.resetsPerHour);
    await atFloor(context.throttle.limits.answerFloorMs, async () => {
      if (user && mayReset(user)) return startReset(context, pool, user, caller);
      await context.codes.issue(sub, "reset");
      return null;
    });
    return { CodeDeliveryDetails: detailsByName(name, context.secrets) };
  }),

  operation("ConfirmForgotPassword", ConfirmForgotPassword, async (context, input, caller) => {
    const pool = context.pools.byClient(input.ClientId);
    const name = normalisedName(input.Username);
    const user = await context.users.byName(pool, name);
    if (!user && !pool.hidesUsers) throw refuse.userNotFound("Username/client id combination not found.");
    const { sub } = context.passwords.subjectOf(pool, name, user);
    await context.throttle.hourly("confirm_reset", sub, context.throttle.limits.confirmsPerHour);
    // Checked before the code is used up, so that another password can be tried with the same code. The typed name is the
    // only personal word checked, so that the answer is the same for someone who does not exist.
    assertPasswordAllowed(input.Password, [name]);
    const code = { subject: sub, purpose: "reset", code: input.ConfirmationCode } as const;
    await rightCode(context, aboutName({ pool }, user, name, caller), code);
    if (!user) throw refuse.codeExpired();
    await changingUser(
      context,
      pool,
      sub,
      async (store, fresh) => {
        if (!mayReset(fresh)) throw refuse.codeExpired();
        const value = await store.codes.use(sub, "reset", input.ConfirmationCode);
        await setPassword(store, pool, fresh, input.Password, {
          status: "CONFIRMED",
          // Whoever has the code owns the address it went to.
          alsoSet: value === fresh.email ? { email_verified: true } : {},
        });
      },
      refuse.codeExpired,
    );
    await context.throttle.forgive(`password:${user.sub}`);
    context.audit({ action: "password_reset", ...about({ pool }, user, caller) });
    return {};
  }),

  operation("ChangePassword", ChangePassword, async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    const { pool } = claims;
    await context.throttle.hourly("change_password", user.sub, context.throttle.limits.passwordChangesPerHour);
    const subject = context.passwords.subjectOf(pool, user.email, user);
    const outcome = await context.throttle.guess(
      `password:${user.sub}`,
      () => context.passwords.matches(pool, subject, input.PreviousPassword),
      () => failed(context, pool, user, user.email, caller, lockedReason),
    );
    if (outcome === "locked") throw refuse.lockedOut();
    if (outcome === "wrong") {
      failed(context, pool, user, user.email, caller);
      throw refuse.notAuthorized();
    }
    assertPasswordOf(user, input.ProposedPassword);
    await changingUser(context, pool, user.sub, async (store, fresh) => {
      // Another password was set, or the account disabled, while the previous one was being checked.
      if (!fresh.enabled || fresh.secret_sealed !== user.secret_sealed) throw refuse.notAuthorized();
      const exceptOriginJti = claims.originJti;
      await setPassword(store, pool, fresh, input.ProposedPassword, { status: "CONFIRMED", exceptOriginJti });
    });
    context.audit({ action: "password_changed", ...about(claims, user, caller) });
    return {};
  }),
];

/** A temporary password is replaced by signing in with it, not by a reset. */
const mayReset = (user: User): boolean => user.enabled && user.status !== "FORCE_CHANGE_PASSWORD";

/** Issues a reset code for the address that is the user name, and returns the function that sends it. */
async function startReset(context: Context, pool: Pool, user: User, caller: Caller): Promise<() => Promise<void>> {
  const code = await context.codes.issue(user.sub, "reset", user.email);
  context.audit({ action: "password_reset_requested", ...about({ pool }, user, caller) });
  return () => context.send(messagesFor(user.attributes).resetCode(user.email, code));
}
