import { z } from "zod";
import { AccessMap, type Letter, Operation } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Base, Id, Locale, Ref, Time, Version } from "./fields.ts";
import { Email, Name, NewPassword, Phone } from "./names.ts";
import { searchQuery } from "./page.ts";
import { SecondFactor } from "./secondFactors.ts";

export const UserInfo = z
  .object({
    id: Id,
    email: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    customerId: Id.nullable(),
    roleId: Id.nullable(),
    userGroupId: Id.nullable(),
    isSuperadmin: z.boolean(),
    devToolEnabled: z.boolean(),
    phoneNumber: z.string().nullable(),
    phoneNumberVerified: z.boolean(),
    mfaEnabled: z.boolean(),
    /** This session came from the company's sign-in, which asks for second factors itself. */
    signedInWithSso: z.boolean().default(false),
    locale: z.string(),
    /** The second factors that this person may use here: what can be delivered and their customer accepts. */
    secondFactors: z.array(SecondFactor),
    /** Whether their customer asks for one of these. */
    secondFactorRequired: z.boolean(),
  })
  .meta({ id: "UserInfo" });
export type UserInfo = z.infer<typeof UserInfo>;

export const getUserMe = endpoint({
  id: "getUserMe",
  method: "GET",
  path: "/api/v3/users/me",
  tag: "Users",
  summary: "Who is signed in",
  access: "signedIn",
  content: UserInfo,
});

export const getAccessibleOperations = endpoint({
  id: "getAccessibleOperations",
  method: "GET",
  path: "/api/v3/accessible-operations",
  tag: "Access",
  summary: "What the caller may do: the operations of both the role and the customer",
  access: "signedIn",
  principals: ["person", "apiKey"],
  content: AccessMap,
});

export const getOperations = endpoint({
  id: "getOperations",
  method: "GET",
  path: "/api/v3/operations",
  tag: "Access",
  summary: "All 42 operations",
  access: "signedIn",
  principals: ["person", "apiKey"],
  content: z.array(Operation),
});

export const UserStatus = z.enum(["invited", "unconfirmed", "active", "reset_required"]);
export type UserStatus = z.infer<typeof UserStatus>;

export const User = Base.extend({
  customerId: Id.nullable(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  phoneNumber: z.string().nullable(),
  roleId: Id.nullable(),
  userGroupId: Id.nullable(),
  role: Ref.nullable(),
  group: Ref.nullable(),
  devToolEnabled: z.boolean(),
  status: UserStatus,
  phoneNumberVerified: z.boolean(),
  mfaEnabled: z.boolean(),
  lastSignInAt: Time.nullable(),
  /** False: somebody, or the company's directory, has deactivated them; they cannot sign in. */
  active: z.boolean().default(true),
}).meta({ id: "User" });
export type User = z.infer<typeof User>;

const fields = z.object({
  givenName: Name,
  familyName: Name,
  phoneNumber: Phone.nullable().optional(),
  roleId: Id,
  userGroupId: Id,
  /** Only a superadmin may set it; from others it is ignored if it changes nothing. */
  devToolEnabled: z.boolean().optional(),
});
export const UserBody = fields.extend({
  email: Email,
  /** A first password, which must be changed; if left out, one is made and mailed. */
  password: NewPassword.optional(),
  /** The language of the invitation and of the person's first screen; if left out, the inviter's. */
  locale: Locale.optional(),
  /** Must be the same as the query's, if both are given. */
  customerId: Id.optional(),
});
export const UserChange = fields.partial().extend({
  /** Null for somebody who signed up and has none yet, so that an answer can be sent back as it came. */
  roleId: Id.nullable().optional(),
  userGroupId: Id.nullable().optional(),
  version: Version,
});

export const userSortFields = ["id", "email", "given_name", "family_name", "created_at"] as const;
export const userSearchFields = ["email", "given_name", "family_name", "phone_number", "role", "group"] as const;

const needs = (letter: Letter) => ({ any: [{ area: "user_management" as const, letter }] });
const params = z.object({ id: Id });

export const listUsers = endpoint({
  id: "listUsers",
  method: "GET",
  path: "/api/v3/users",
  tag: "Users",
  summary: "The users of a customer",
  access: needs("r"),
  scope: "customer",
  query: searchQuery(userSortFields, userSearchFields),
  content: z.array(User),
  paged: true,
});

export const getUser = endpoint({
  id: "getUser",
  method: "GET",
  path: "/api/v3/users/:id",
  tag: "Users",
  summary: "One user",
  access: needs("r"),
  params,
  content: User,
});

export const createUser = endpoint({
  id: "createUser",
  method: "POST",
  path: "/api/v3/users",
  tag: "Users",
  summary: "Invites a user by email, with a temporary password to change at the first sign-in",
  access: needs("c"),
  scope: "customer",
  body: UserBody,
  content: User,
  status: 201,
});

export const updateUser = endpoint({
  id: "updateUser",
  method: "PUT",
  path: "/api/v3/users/:id",
  tag: "Users",
  summary: "Changes a user; nobody can give a role with more permissions than their own",
  access: needs("u"),
  params,
  body: UserChange,
  content: User,
});

export const deleteUser = endpoint({
  id: "deleteUser",
  method: "DELETE",
  path: "/api/v3/users/:id",
  tag: "Users",
  summary: "Deletes a user; sessions and sockets end within a minute",
  access: needs("d"),
  params,
  content: z.object({ id: Id }),
});

export const resendInvitation = endpoint({
  id: "resendInvitation",
  method: "POST",
  path: "/api/v3/users/:id/resend-invitation",
  tag: "Users",
  summary: "Emails another temporary password to a user who has not signed in yet",
  access: needs("u"),
  params,
  content: User,
});

export const resetUserFactors = endpoint({
  id: "resetUserFactors",
  method: "POST",
  path: "/api/v3/users/:id/reset-factors",
  tag: "Users",
  summary: "Removes a user's phone, authenticator app, passkeys and recovery codes, signs them out and mails them",
  access: needs("u"),
  params,
  content: User,
});

export const setUserActive = endpoint({
  id: "setUserActive",
  method: "PUT",
  path: "/api/v3/users/:id/active",
  tag: "Users",
  summary: "Deactivates a user, who is out at once and keeps everything else, or activates them again",
  access: needs("u"),
  params,
  body: z.object({ active: z.boolean() }),
  content: User,
});
