import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Email, Name, NewPassword, Phone, SentCode } from "./names.ts";
import { UserInfo } from "./users.ts";

/** Where a code went, masked. */
export const CodeDelivery = z
  .object({ medium: z.enum(["EMAIL", "SMS"]), destination: z.string() })
  .meta({ id: "CodeDelivery" });
export type CodeDelivery = z.infer<typeof CodeDelivery>;

const account = (path: string) => ({ path: `/api/v3/${path}`, tag: "Accounts", access: "public" }) as const;

export const signUp = endpoint({
  id: "signUp",
  method: "POST",
  ...account("signup"),
  summary: "A new account with a customer's code; its email must be verified next",
  body: z.object({
    email: Email,
    givenName: Name,
    familyName: Name,
    customerCode: z.string().trim().min(1).max(64),
    password: NewPassword,
  }),
  content: z.object({ userSub: z.string(), userConfirmed: z.boolean(), delivery: CodeDelivery }),
  status: 201,
});

export const verifyEmail = endpoint({
  id: "verifyEmail",
  method: "POST",
  ...account("verify-email"),
  summary: "Confirms a new account with the code from the email",
  body: z.object({ email: Email, code: SentCode }),
  content: z.object({ verified: z.literal(true) }),
});

export const resendConfirmationCode = endpoint({
  id: "resendConfirmationCode",
  method: "POST",
  ...account("resend-confirmation-code"),
  summary: "Sends another code; the same answer for an unknown email",
  body: z.object({ email: Email }),
  content: z.object({ delivery: CodeDelivery }),
});

export const forgotPassword = endpoint({
  id: "forgotPassword",
  method: "POST",
  ...account("forgot-password"),
  summary: "Sends a code to reset the password; the same answer for an unknown email",
  body: z.object({ email: Email }),
  content: z.object({ delivery: CodeDelivery }),
});

export const changeForgotPassword = endpoint({
  id: "changeForgotPassword",
  method: "POST",
  ...account("change-forgot-password"),
  summary: "Sets a new password with the code from the email",
  body: z.object({ email: Email, password: NewPassword, code: SentCode }),
  content: z.object({ changed: z.literal(true) }),
});

export const accountExists = endpoint({
  id: "accountExists",
  method: "GET",
  ...account("migration/users/:email/exists"),
  summary: "Whether the current pool has this email; if not, the sign-in tries the legacy pool",
  params: z.object({ email: Email }),
  content: z.object({ exists: z.boolean() }),
});

export const migrateAccount = endpoint({
  id: "migrateAccount",
  method: "POST",
  ...account("migration/signup"),
  summary: "Moves an account from the legacy pool; needs that pool's id token as bearer, and the password",
  body: z.object({ password: z.string().min(1).max(256) }),
  content: z.object({ migrated: z.boolean() }),
  status: 201,
});

export const enableMfa = endpoint({
  id: "enableMfa",
  method: "PUT",
  path: "/api/v3/migration/enable-mfa",
  tag: "Accounts",
  summary: "Turns on codes by text message; needs a verified phone",
  access: "signedIn",
  content: z.object({ mfaEnabled: z.literal(true) }),
});

/** What people may change about themselves. */
export const ownAttributes = ["phone_number", "given_name", "family_name", "locale"] as const;

export const updateOwnAttribute = endpoint({
  id: "updateOwnAttribute",
  method: "PUT",
  path: "/api/v3/users/me/:attr",
  tag: "Users",
  summary:
    "Changes phone_number (E.164; a code is sent and it counts as unverified), given_name, family_name or locale",
  access: "signedIn",
  params: z.object({ attr: z.string() }),
  body: z.object({ value: z.string().max(200) }),
  content: UserInfo,
});

export const verifyOwnAttribute = endpoint({
  id: "verifyOwnAttribute",
  method: "PUT",
  path: "/api/v3/users/me/:attr/verify",
  tag: "Users",
  summary: "Confirms phone_number or email with the code; the access token comes in x-access-token",
  access: "signedIn",
  params: z.object({ attr: z.string() }),
  body: z.object({ code: SentCode }),
  content: UserInfo,
  takesAccessToken: true,
});

export const createFirstSuperadmin = endpoint({
  id: "createFirstSuperadmin",
  method: "POST",
  ...account("setup/superadmin"),
  summary: "The first superadmin, with the token of the one-time link that the first start prints",
  body: z.object({
    token: z.string().min(1).max(200),
    email: Email,
    givenName: Name,
    familyName: Name,
    /** Required where texts can be sent. */
    phoneNumber: Phone.nullable().optional(),
    password: NewPassword,
  }),
  content: z.object({ created: z.literal(true) }),
  status: 201,
});
