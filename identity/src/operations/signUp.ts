import { z } from "zod";
import { changingUser, createAccount } from "../accounts.ts";
import { atFloor } from "../answerFloor.ts";
import { parseAttributes, parseEmail } from "../attributes.ts";
import { detailsByName, emailDetails } from "../delivery.ts";
import { messagesFor } from "../messagesFor.ts";
import { refuse } from "../errors.ts";
import { about, aboutName, fields, operation } from "../operation.ts";
import { rightCode } from "../rightCode.ts";
import { normalisedName } from "../users.ts";

const SignUp = z.object({
  ClientId: fields.ClientId,
  Username: fields.Username,
  Password: fields.Password.default(""),
  UserAttributes: fields.Attributes.nullish(),
});
const ByName = z.object({ ClientId: fields.ClientId, Username: fields.Username });

const noSuchUser = "Username/client id combination not found.";

/** Opening an account, with the e-mail address as user name. */
export const signUpOperations = [
  operation("SignUp", SignUp, async (context, input, caller) => {
    const pool = context.pools.byClient(input.ClientId);
    if (!input.Username.includes("@")) throw refuse.invalidParameter("Username should be an email.");
    const change = parseAttributes(input.UserAttributes ?? [], false);
    const email = parseEmail(input.Username);
    if (change.email !== undefined && change.email !== email)
      throw refuse.invalidParameter("The email attribute must be the username.");
    const { user, code } = await context.transaction(async (store) => {
      const made = await createAccount(store, pool, { email, password: input.Password, status: "UNCONFIRMED", change });
      return { user: made, code: await store.codes.issue(made.sub, "sign_up", email) };
    });
    context.audit({ action: "sign_up", ...about({ pool }, user, caller) });
    await context.send(messagesFor(user.attributes).signUpCode(email, code));
    return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: emailDetails(email) };
  }),

  operation(
    "ConfirmSignUp",
    ByName.extend({ ConfirmationCode: fields.ConfirmationCode }),
    async (context, input, caller) => {
      const pool = context.pools.byClient(input.ClientId);
      const user = await context.users.byName(pool, input.Username);
      if (!user && !pool.hidesUsers) throw refuse.userNotFound(noSuchUser);
      const { sub } = context.passwords.subjectOf(pool, normalisedName(input.Username), user);
      await context.throttle.hourly("confirm", sub, context.throttle.limits.confirmsPerHour);
      if (user && user.status !== "UNCONFIRMED")
        throw refuse.notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
      const code = { subject: sub, purpose: "sign_up", code: input.ConfirmationCode } as const;
      await rightCode(context, aboutName({ pool }, user, input.Username, caller), code);
      if (!user) throw refuse.codeExpired();
      await changingUser(
        context,
        pool,
        user.sub,
        async (store, fresh) => {
          const proven = await store.codes.use(sub, "sign_up", input.ConfirmationCode);
          await store.users.update(sub, {
            status: "CONFIRMED",
            ...(proven === fresh.email ? { email_verified: true } : {}),
          });
        },
        refuse.codeExpired,
      );
      context.audit({ action: "sign_up_confirmed", ...about({ pool }, user, caller) });
      return {};
    },
  ),

  operation("ResendConfirmationCode", ByName, async (context, input, caller) => {
    const pool = context.pools.byClient(input.ClientId);
    const name = normalisedName(input.Username);
    const user = await context.users.byName(pool, name);
    if (!pool.hidesUsers) {
      if (!user) throw refuse.userNotFound(noSuchUser);
      if (user.status !== "UNCONFIRMED") throw refuse.invalidParameter("User is already confirmed.");
    }
    const { sub } = context.passwords.subjectOf(pool, name, user);
    await context.throttle.hourly("resend", sub, context.throttle.limits.resendsPerHour);
    await atFloor(context.throttle.limits.answerFloorMs, async () => {
      if (!user || user.status !== "UNCONFIRMED") {
        // The same work is done for someone who does not exist; nobody gets this code.
        await context.codes.issue(sub, "sign_up");
        return null;
      }
      const code = await context.codes.issue(user.sub, "sign_up", user.email);
      context.audit({ action: "code_sent", ...about({ pool }, user, caller) });
      return () => context.send(messagesFor(user.attributes).signUpCode(user.email, code));
    });
    return { CodeDeliveryDetails: detailsByName(name, context.secrets) };
  }),
];
