import { z } from "zod";
import { applyAttributes, changingUser, removeAccount } from "../accounts.ts";
import { changeAddresses, sendAddressCode } from "../addressChange.ts";
import { attributeList, mfaSettings, parseAttributes } from "../attributes.ts";
import type { Context } from "../context.ts";
import { refuse } from "../errors.ts";
import { about, bearer, fields, operation } from "../operation.ts";
import type { AccessClaims } from "../tokens.ts";
import type { User } from "../users.ts";

const Bearer = z.object({ AccessToken: fields.AccessToken });
const AttributeName = z.enum(["email", "phone_number"]);
export const MfaPreference = z.object({
  SMSMfaSettings: z.object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) }).nullish(),
  SoftwareTokenMfaSettings: z.object({ Enabled: z.boolean().default(false) }).nullish(),
  EmailMfaSettings: z.object({ Enabled: z.boolean().default(false) }).nullish(),
});

const recentMs = 15 * 60_000;

/** What users may see and change in their own accounts. */
export const profileOperations = [
  operation("GetUser", Bearer, async (context, input) => {
    const { user } = await bearer(context, input.AccessToken);
    return { Username: user.sub, UserAttributes: attributeList(user), ...mfaSettings(user) };
  }),

  operation(
    "UpdateUserAttributes",
    Bearer.extend({ UserAttributes: fields.Attributes }),
    async (context, input, caller) => {
      const { claims, user } = await bearer(context, input.AccessToken);
      const change = parseAttributes(input.UserAttributes, false);
      const { email, phoneNumber } = change;
      const otherEmail = email !== undefined && email !== user.email;
      const otherPhone = phoneNumber !== undefined && phoneNumber !== user.phone_number;
      if (otherEmail || (otherPhone && user.phone_number_verified)) assertRecent(context, claims);
      const sent = await changeAddresses(context, claims.pool, user, change, caller.ip);
      context.audit({ action: "attributes_changed", ...about(claims, user, caller) });
      return { CodeDeliveryDetailsList: sent };
    },
  ),

  operation(
    "DeleteUserAttributes",
    Bearer.extend({ UserAttributeNames: z.array(z.string().min(1).max(32)).max(50) }),
    async (context, input, caller) => {
      const { claims, user } = await bearer(context, input.AccessToken);
      const removed = parseAttributes(
        input.UserAttributeNames.map((Name) => ({ Name })),
        false,
      );
      if (removed.phoneNumber === null && user.phone_number_verified) assertRecent(context, claims);
      await changingUser(context, claims.pool, user.sub, (store, fresh) => applyAttributes(store, fresh, removed));
      context.audit({ action: "attributes_changed", ...about(claims, user, caller) });
      return {};
    },
  ),

  operation("GetUserAttributeVerificationCode", Bearer.extend({ AttributeName }), async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    const purpose = `verify:${input.AttributeName}` as const;
    const value =
      (await context.codes.openValue(user.sub, purpose)) ??
      (input.AttributeName === "email" ? user.email : user.phone_number);
    if (!value) throw refuse.invalidParameter(`User has no ${input.AttributeName}.`);
    const details = await sendAddressCode(context, user, input.AttributeName, value, caller.ip);
    context.audit({ action: "code_sent", ...about(claims, user, caller) });
    return { CodeDeliveryDetails: details };
  }),

  operation(
    "VerifyUserAttribute",
    Bearer.extend({ AttributeName, Code: fields.ConfirmationCode }),
    async (context, input, caller) => {
      const { claims, user } = await bearer(context, input.AccessToken);
      await context.throttle.hourly("verify", user.sub, context.throttle.limits.attributeVerifiesPerHour);
      const purpose = `verify:${input.AttributeName}` as const;
      await context.codes.judge(user.sub, purpose, input.Code);
      await changingUser(context, claims.pool, user.sub, async (store) => {
        const value = await store.codes.use(user.sub, purpose, input.Code);
        await store.users.update(
          user.sub,
          input.AttributeName === "email"
            ? { email: value, email_verified: true }
            : { phone_number: value, phone_number_verified: true },
        );
      });
      context.audit({ action: "attribute_verified", ...about(claims, user, caller) });
      return {};
    },
  ),

  operation("SetUserMFAPreference", MfaPreference.extend(Bearer.shape), async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    if (user.sms_mfa && input.SMSMfaSettings?.Enabled === false) assertRecent(context, claims);
    const enabled = await setMfa(context, user, input);
    if (enabled !== null)
      context.audit({ action: enabled ? "mfa_enabled" : "mfa_disabled", ...about(claims, user, caller) });
    return {};
  }),

  operation("DeleteUser", Bearer, async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    await changingUser(context, claims.pool, user.sub, removeAccount);
    context.audit({ action: "user_deleted", ...about(claims, user, caller) });
    return null;
  }),
];

/** Applies an MFA preference and returns whether MFA is on; null if none is given. Codes need a verified phone. */
export async function setMfa(
  context: Pick<Context, "users">,
  user: User,
  preference: z.infer<typeof MfaPreference>,
): Promise<boolean | null> {
  if (preference.SoftwareTokenMfaSettings?.Enabled || preference.EmailMfaSettings?.Enabled)
    throw refuse.invalidParameter("Only SMS is enabled as a second factor in this user pool.");
  const sms = preference.SMSMfaSettings;
  if (!sms) return null;
  if (sms.Enabled && !(user.phone_number && user.phone_number_verified))
    throw refuse.invalidParameter("User does not have delivery config set to turn on SMS_MFA");
  await context.users.update(user.sub, { sms_mfa: sms.Enabled, sms_preferred: sms.Enabled && sms.PreferredMfa });
  return sms.Enabled;
}

/** Refuses unless the sign-in is recent: a token found in a browser must not be enough to take an account over (ASVS 7.5.1). */
function assertRecent(context: Pick<Context, "now">, claims: AccessClaims): void {
  if (context.now() - claims.authTimeMs > recentMs)
    throw refuse.notAuthorized("Sign in again to change how this account is secured.");
}
