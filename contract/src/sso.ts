import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Time } from "./fields.ts";
import { list } from "./list.ts";
import { limits } from "./limits.ts";

/** A domain of e-mail addresses, lower-cased: `example.com`. */
export const EmailDomain = z
  .string()
  .transform((text) => text.trim().toLowerCase().replace(/^@/, ""))
  .refine((text) => text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/.test(text), {
    message: "must be a domain such as example.com",
  })
  .meta({ maxLength: 253 });

/** Whether an issuer names a machine of its own, where http is accepted. */
const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** An issuer as OpenID Connect Discovery wants it: https, without query and fragment; http only on the same machine. */
export const Issuer = z
  .string()
  .max(500)
  .transform((text) => text.trim())
  .refine(
    (text) => {
      if (!URL.canParse(text)) return false;
      const url = new URL(text);
      if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false;
      return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
    },
    { message: "must be the https address of an OpenID provider, without ? and #" },
  )
  .refine((text) => !/\/(common|organizations|consumers)(\/|$)|\{|%7b/i.test(text), {
    message: "must be the address of one company; a shared one lets people of any company in",
  });

const ClaimName = z
  .string()
  .max(200)
  .transform((text) => text.trim())
  .nullable()
  .transform((text) => (text === "" ? null : text));
const mappedValue = z.string().min(1).max(500);

/** How people of a customer sign in with their company's own account (additions A9). */
export const SsoSettings = z
  .object({
    version: z.number().int(),
    issuer: z.string(),
    clientId: z.string(),
    /** Whether a secret is stored; the secret itself is never read. */
    hasClientSecret: z.boolean(),
    domains: z.array(z.string()),
    roleClaim: z.string().nullable(),
    roleMap: z.array(z.object({ value: z.string(), roleId: Id })),
    groupClaim: z.string().nullable(),
    groupMap: z.array(z.object({ value: z.string(), groupId: Id })),
    defaultRoleId: Id.nullable(),
    defaultGroupId: Id.nullable(),
    /** The customer's config has it too; only after somebody has signed in with these settings. */
    requiresSso: z.boolean(),
    /** When somebody first came through with these settings; null: nobody yet. */
    testedAt: Time.nullable(),
    /** What the provider has to know: where people come back to, and where it provisions them. */
    redirectUri: z.string(),
    scimUrl: z.string(),
  })
  .meta({ id: "SsoSettings" });
export type SsoSettings = z.infer<typeof SsoSettings>;

const settings = {
  issuer: Issuer,
  clientId: z.string().trim().min(1).max(500),
  /** Left out or empty: the stored one stays. */
  clientSecret: z.string().max(2000).optional(),
  domains: list(EmailDomain).min(1).max(limits.ssoDomainsMax),
  roleClaim: ClaimName,
  roleMap: list(z.object({ value: mappedValue, roleId: Id })).max(limits.ssoMappingsMax),
  groupClaim: ClaimName,
  groupMap: list(z.object({ value: mappedValue, groupId: Id })).max(limits.ssoMappingsMax),
  defaultRoleId: Id.nullable(),
  defaultGroupId: Id.nullable(),
  requiresSso: z.boolean().optional(),
  version: z.number().int().optional(),
};
/** Whole settings. */
export const SsoBody = z.object(settings);
export type SsoBody = z.output<typeof SsoBody>;
/** What is left out stays; the first settings need an issuer, a client and a domain. */
export const SsoChange = SsoBody.partial();
export type SsoChange = z.output<typeof SsoChange>;

/**
 * Why a sign-in with the company's account ended, by the code in the address of the page that says so. The audit log has
 * the same sentences.
 */
export const ssoFailures = {
  not_configured: "No company account is set up for this e-mail address",
  state_unknown: "This sign-in was already used, is too old, or was begun in another browser",
  provider_unreachable: "Your company's sign-in service does not answer",
  provider_refused: "Your company's sign-in service refused",
  token_invalid: "Your company's sign-in service sent an answer that is not valid",
  clock_differs: "The clocks of Pulse and of your company's sign-in service differ",
  email_missing: "Your company's sign-in service does not tell your e-mail address",
  email_unverified: "Your company's sign-in service does not confirm your e-mail address",
  domain_foreign: "Your e-mail address is not one of this company's",
  account_elsewhere: "This e-mail address already belongs to another account",
  subject_changed: "This e-mail address belonged to another account of your company before",
  role_removed: "Your company's sign-in gives you a role or group that was deleted here",
  account_disabled: "Your account is deactivated",
} as const;
export type SsoFailure = keyof typeof ssoFailures;

const params = z.object({ id: Id });
/** API keys may not change how people sign in: a stolen one could let anybody in. */
const people = { principals: ["person"] as const };
const access = { all: [{ area: "role_management" as const, letter: "u" as const }] };

export const getSso = endpoint({
  id: "getSso",
  method: "GET",
  path: "/api/v3/customers/:id/sso",
  tag: "Single sign-on",
  summary: "How people of a customer sign in with their company's account; 404 while it is not set up",
  access,
  ...people,
  params,
  content: SsoSettings,
});

export const updateSso = endpoint({
  id: "updateSso",
  method: "PUT",
  path: "/api/v3/customers/:id/sso",
  tag: "Single sign-on",
  summary:
    "Sets up the company's sign-in. Another issuer or client has to be tried again before it can be required; 409 where another customer has the domain",
  access,
  ...people,
  params,
  body: SsoChange,
  content: SsoSettings,
});

export const deleteSso = endpoint({
  id: "deleteSso",
  method: "DELETE",
  path: "/api/v3/customers/:id/sso",
  tag: "Single sign-on",
  summary: "Removes the company's sign-in; people sign in with their passwords again",
  access,
  ...people,
  params,
  content: z.object({ id: Id }),
});

export const testSso = endpoint({
  id: "testSso",
  method: "POST",
  path: "/api/v3/customers/:id/sso/test",
  tag: "Single sign-on",
  summary: "Begins a trial: the address to open in this browser. It makes and changes nobody",
  access,
  ...people,
  params,
  content: z.object({ url: z.string() }),
});

export const redeemSsoTicket = endpoint({
  id: "redeemSsoTicket",
  method: "POST",
  path: "/sso/redeem",
  tag: "Single sign-on",
  summary:
    "Exchanges the ticket that the company's sign-in ended with for a user name and a code, the answer to CUSTOM_AUTH: once, within a minute, and only with the cookie of the browser that began it",
  access: "public",
  body: z.object({ ticket: z.string().min(1).max(100) }),
  content: z.object({ user: z.string(), code: z.string() }),
});
