import { z } from "zod";
import { AccessMap, Operation } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Id } from "./fields.ts";

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
    locale: z.string(),
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
  summary: "What the caller may do: the meet of the role's and the customer's operations",
  access: "signedIn",
  content: AccessMap,
});

export const getOperations = endpoint({
  id: "getOperations",
  method: "GET",
  path: "/api/v3/operations",
  tag: "Access",
  summary: "All 42 operations",
  access: "signedIn",
  content: z.array(Operation),
});
