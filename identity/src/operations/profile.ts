import { z } from "zod";
import { applyAttributes, changingUser, removeAccount } from "../accounts.ts";
import { changeAddresses, sendAddressCode } from "../addressChange.ts";
import { attributeList, mfaSettings, parseAttributes } from "../attributes.ts";
import { refuse } from "../errors.ts";
import { MfaPreference, setMfaPreference, weakens } from "../mfaPreference.ts";
import { about, assertRecent, bearer, fields, operation } from "../operation.ts";
import { rightCode } from "../rightCode.ts";

const Bearer = z.object({ AccessToken: fields.AccessToken });
const AttributeName = z.enum(["email", "phone_number"]);
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
      await rightCode(context, about(claims, user, caller), { subject: user.sub, purpose, code: input.Code });
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
    if (weakens(user, input)) assertRecent(context, claims);
    const change = await setMfaPreference(context, claims.pool, user, input);
    if (!change) return {};
    const { action, detail, turned } = change;
    context.audit({ ...about(claims, user, caller), action, detail });
    if (turned) context.onMfaChange(claims.pool.name, user.sub, turned === "on");
    return {};
  }),

  operation("DeleteUser", Bearer, async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    await changingUser(context, claims.pool, user.sub, removeAccount);
    context.audit({ action: "user_deleted", ...about(claims, user, caller) });
    return null;
  }),
];
