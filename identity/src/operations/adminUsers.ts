import { z } from "zod";
import {
  applyAttributes,
  assertPasswordOf,
  changingUser,
  createAccount,
  removeAccount,
  setEnabled,
  setPassword,
  signOutEverywhere,
  temporaryPassword,
} from "../accounts.ts";
import { changeAddresses } from "../addressChange.ts";
import { attributeList, mfaSettings, parseAttributes } from "../attributes.ts";
import type { AuditAction } from "../audit.ts";
import type { Caller, Context } from "../context.ts";
import { messagesFor } from "../messagesFor.ts";
import { IdentityError, refuse } from "../errors.ts";
import { MfaPreference, setMfaPreference } from "../mfaPreference.ts";
import { about, fields, operation, type Operation } from "../operation.ts";
import { assertComposition } from "../passwordRules.ts";
import type { Pool } from "../pools.ts";
import type { User } from "../users.ts";

export const AdminTarget = z.object({ UserPoolId: fields.UserPoolId, Username: fields.Username });

/** An operation on one user of one pool; UserNotFoundException if there is none. */
export function onUser<S extends z.ZodRawShape>(
  name: string,
  shape: S,
  run: (on: {
    context: Context;
    pool: Pool;
    user: User;
    input: z.output<z.ZodObject<S>>;
    caller: Caller;
    note: (action: AuditAction) => void;
  }) => Promise<object | null>,
): Operation {
  const Extra = z.object(shape);
  return operation(name, AdminTarget.and(Extra), async (context, input, caller) => {
    const pool = context.pools.byId(input.UserPoolId);
    const user = await context.users.byName(pool, input.Username);
    if (!user) throw refuse.userNotFound();
    const note = (action: AuditAction): void =>
      context.audit({ ...about({ pool }, user, caller), action, detail: { by: "administrator" } });
    return run({ context, pool, user, input, caller, note });
  });
}

const AdminCreateUser = AdminTarget.extend({
  TemporaryPassword: fields.Password.nullish(),
  MessageAction: z.enum(["SUPPRESS", "RESEND"]).nullish(),
  UserAttributes: fields.Attributes.nullish(),
  ClientMetadata: fields.Strings.nullish(),
});

/** How an administrator makes, sees and changes users; every call is signed. */
export const adminUserOperations = [
  operation("AdminCreateUser", AdminCreateUser, async (context, input, caller) => {
    const pool = context.pools.byId(input.UserPoolId);
    const secret = input.TemporaryPassword || temporaryPassword();
    const invitation = ({ email, attributes }: User) =>
      messagesFor(attributes).invitation(email, secret, input.ClientMetadata ?? {});
    if (input.MessageAction === "RESEND") {
      const invited = await context.users.byName(pool, input.Username);
      if (!invited) throw refuse.userNotFound();
      if (invited.status !== "FORCE_CHANGE_PASSWORD")
        throw new IdentityError("UnsupportedUserStateException", "Resend not possible. User is already confirmed.");
      assertPasswordOf(invited, secret);
      await changingUser(context, pool, invited.sub, (store, fresh) =>
        setPassword(store, pool, fresh, secret, { status: "FORCE_CHANGE_PASSWORD" }),
      );
      await context.send(invitation(invited));
      return { User: userView((await context.users.bySub(pool, invited.sub)) ?? invited) };
    }
    if (!input.Username.includes("@")) throw refuse.invalidParameter("Username should be an email.");
    const user = await createAccount(context, pool, {
      email: input.Username,
      password: secret,
      status: "FORCE_CHANGE_PASSWORD",
      change: parseAttributes(input.UserAttributes ?? [], true),
    });
    context.audit({ ...about({ pool }, user, caller), action: "user_created", detail: { by: "administrator" } });
    if (input.MessageAction !== "SUPPRESS") await context.send(invitation(user));
    return { User: userView(user) };
  }),

  onUser("AdminGetUser", {}, async ({ user }) => {
    const { Attributes, ...rest } = userView(user);
    return { ...rest, UserAttributes: Attributes, ...mfaSettings(user) };
  }),

  onUser("AdminConfirmSignUp", {}, async ({ context, user, note }) => {
    if (user.status !== "UNCONFIRMED")
      throw refuse.notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    await context.users.update(user.sub, { status: "CONFIRMED" });
    note("sign_up_confirmed");
    return {};
  }),

  onUser(
    "AdminSetUserPassword",
    { Password: fields.Password, Permanent: z.boolean().default(false) },
    async ({ context, pool, user, input, note }) => {
      assertComposition(input.Password);
      const status = input.Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD";
      await changingUser(context, pool, user.sub, (store, fresh) =>
        setPassword(store, pool, fresh, input.Password, { status }),
      );
      note("password_changed");
      return {};
    },
  ),

  onUser("AdminResetUserPassword", {}, async ({ context, pool, user, note }) => {
    const code = await changingUser(context, pool, user.sub, async (store, fresh) => {
      if (fresh.status === "FORCE_CHANGE_PASSWORD" || !fresh.enabled)
        throw refuse.notAuthorized("User password cannot be reset in the current state.");
      await store.users.update(fresh.sub, { status: "RESET_REQUIRED" });
      await signOutEverywhere(store, fresh);
      return store.codes.issue(fresh.sub, "reset", fresh.email);
    });
    note("password_reset_requested");
    await context.send(messagesFor(user.attributes).resetCode(user.email, code));
    return {};
  }),

  onUser("AdminSetUserMFAPreference", MfaPreference.shape, async ({ context, pool, user, input, note }) => {
    const entry = await setMfaPreference(context, pool, user, input);
    if (entry) note(entry.action);
    return {};
  }),

  onUser(
    "AdminUpdateUserAttributes",
    { UserAttributes: fields.Attributes, ClientMetadata: fields.Strings.optional() },
    async ({ context, pool, user, input, caller, note }) => {
      const change = parseAttributes(input.UserAttributes, true);
      // A change that says whether an address is verified applies at once; otherwise its owner must prove it by a code.
      if (change.emailVerified !== undefined || change.phoneNumberVerified !== undefined)
        await changingUser(context, pool, user.sub, (store, fresh) => applyAttributes(store, fresh, change));
      else {
        // Our server makes this call for somebody and gives their address, so that they are counted, not the server.
        const ip = input.ClientMetadata?.["caller_address"] ?? caller.ip;
        await changeAddresses(context, pool, user, change, ip);
      }
      note("attributes_changed");
      return {};
    },
  ),

  onUser(
    "AdminDeleteUserAttributes",
    { UserAttributeNames: z.array(z.string().min(1).max(32)).max(50) },
    async ({ context, pool, user, input, note }) => {
      if (input.UserAttributeNames.includes("email")) throw refuse.invalidParameter("Cannot delete required attribute");
      const names = input.UserAttributeNames.map((Name) => ({ Name }));
      const removed = parseAttributes(names, false);
      await changingUser(context, pool, user.sub, (store, fresh) => applyAttributes(store, fresh, removed));
      note("attributes_changed");
      return {};
    },
  ),

  onUser("AdminDeleteUser", {}, async ({ context, pool, user, note }) => {
    await changingUser(context, pool, user.sub, removeAccount);
    note("user_deleted");
    return null;
  }),

  onUser("AdminDisableUser", {}, async ({ context, pool, user, note }) => {
    await changingUser(context, pool, user.sub, (store) => setEnabled(store, user, false));
    note("user_disabled");
    return {};
  }),

  onUser("AdminEnableUser", {}, async ({ context, pool, user, note }) => {
    await changingUser(context, pool, user.sub, (store) => setEnabled(store, user, true));
    note("user_enabled");
    return {};
  }),

  onUser("AdminUserGlobalSignOut", {}, async ({ context, pool, user, note }) => {
    await changingUser(context, pool, user.sub, signOutEverywhere);
    note("sign_out_everywhere");
    return {};
  }),
];

/** A user in lists and in AdminCreateUser's answer; dates are epoch seconds. */
export function userView(user: User) {
  return {
    Username: user.sub,
    Attributes: attributeList(user),
    UserCreateDate: user.created_at.getTime() / 1000,
    UserLastModifiedDate: user.updated_at.getTime() / 1000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}
