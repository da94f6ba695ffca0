import { z } from "zod";
import { refuse } from "../errors.ts";
import { fields, operation } from "../operation.ts";
import type { UserListing } from "../users.ts";
import { userView } from "./adminUsers.ts";

const ListUsers = z.object({
  UserPoolId: fields.UserPoolId,
  Filter: z.string().max(256).nullish(),
  AttributesToGet: z.array(z.string().max(32)).max(50).nullish(),
  Limit: z.int().min(0).max(60).nullish(),
  PaginationToken: z.string().max(2048).nullish(),
});

/** Operations on whole pools; every call is signed. */
export const poolOperations = [
  operation("ListUsers", ListUsers, async (context, input) => {
    const pool = context.pools.byId(input.UserPoolId);
    const limit = input.Limit || 60;
    const found = await context.users.list(pool, {
      filter: parseFilter(input.Filter ?? ""),
      limit,
      afterSub: input.PaginationToken ?? null,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const wanted = input.AttributesToGet;
    return {
      Users: page.map(userView).map((user) => ({
        ...user,
        Attributes: wanted ? user.Attributes.filter(({ Name }) => wanted.includes(Name)) : user.Attributes,
      })),
      ...(found.length > limit && last ? { PaginationToken: last.sub } : {}),
    };
  }),

  operation("DescribeUserPool", z.object({ UserPoolId: fields.UserPoolId }), async (context, input) => {
    const pool = context.pools.byId(input.UserPoolId);
    return {
      UserPool: {
        Id: pool.userPoolId,
        Name: pool.name,
        MfaConfiguration: "OPTIONAL",
        UsernameAttributes: ["email"],
        AutoVerifiedAttributes: ["email", "phone_number"],
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email", "phone_number"] },
        UsernameConfiguration: { CaseSensitive: false },
        DeviceConfiguration: { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: true },
        Policies: {
          PasswordPolicy: {
            MinimumLength: 8,
            RequireUppercase: true,
            RequireLowercase: true,
            RequireNumbers: true,
            RequireSymbols: false,
            TemporaryPasswordValidityDays: 7,
          },
        },
      },
    };
  }),

  operation("GetUserPoolMfaConfig", z.object({ UserPoolId: fields.UserPoolId }), async (context, input) => {
    context.pools.byId(input.UserPoolId);
    return {
      MfaConfiguration: "OPTIONAL",
      SmsMfaConfiguration: {},
      SoftwareTokenMfaConfiguration: { Enabled: true },
      EmailMfaConfiguration: {},
      ...(context.webAuthn.isSupported
        ? { WebAuthnConfiguration: { RelyingPartyId: context.webAuthn.relyingParty, UserVerification: "required" } }
        : {}),
    };
  }),

  operation(
    "DescribeUserPoolClient",
    z.object({ UserPoolId: fields.UserPoolId, ClientId: fields.ClientId }),
    async (context, input) => {
      const pool = context.pools.byId(input.UserPoolId);
      if (input.ClientId !== pool.clientId)
        throw refuse.resourceMissing(`User pool client ${input.ClientId} does not exist.`);
      return {
        UserPoolClient: {
          UserPoolId: pool.userPoolId,
          ClientId: pool.clientId,
          ClientName: "browser",
          ExplicitAuthFlows: [
            "ALLOW_USER_AUTH",
            "ALLOW_USER_SRP_AUTH",
            "ALLOW_USER_PASSWORD_AUTH",
            "ALLOW_REFRESH_TOKEN_AUTH",
          ],
          AccessTokenValidity: 8,
          IdTokenValidity: 8,
          RefreshTokenValidity: 30,
          TokenValidityUnits: { AccessToken: "hours", IdToken: "hours", RefreshToken: "days" },
          EnableTokenRevocation: true,
          PreventUserExistenceErrors: pool.hidesUsers ? "ENABLED" : "LEGACY",
          RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 60 },
        },
      };
    },
  ),
];

const searchable = new Set([
  "username",
  "email",
  "phone_number",
  "name",
  "given_name",
  "family_name",
  "preferred_username",
  "cognito:user_status",
  "status",
  "sub",
]);

/** `attribute = "value"` or `attribute ^= "prefix"`; empty lists all. InvalidParameterException for anything else. */
function parseFilter(text: string): UserListing["filter"] {
  if (text.trim() === "") return null;
  const match = /^\s*([A-Za-z_:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(text);
  const attribute = match?.[1] ?? "";
  if (!match || !searchable.has(attribute))
    throw refuse.invalidParameter("One or more errors in the filter expression.");
  const value = (match[3] ?? "").replaceAll(/\\(.)/g, "$1");
  return { attribute, prefix: match[2] === "^=", value: attribute === "email" ? value.toLowerCase() : value };
}
