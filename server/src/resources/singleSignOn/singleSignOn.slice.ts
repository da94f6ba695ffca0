import type { Dependencies } from "../dependencies.ts";
import type { UserRights } from "../users/userRights.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import { browserCookie } from "./browserCookie.ts";
import { identityProviders } from "./provider.ts";
import { providerFetch } from "./providerFetch.ts";
import { ssoRepository } from "./sso.repository.ts";
import { ssoRoutes } from "./sso.routes.ts";
import { ssoPages } from "./ssoPages.ts";
import { ssoPeople } from "./ssoPeople.ts";
import { ssoPeopleRepository } from "./ssoPeople.repository.ts";
import { ssoSettingsService } from "./ssoSettings.service.ts";
import { ssoSignInService } from "./ssoSignIn.service.ts";

/** A provider that has not answered by then keeps nobody waiting any longer. */
const providerTimeoutMs = 10_000;

/** Sign-in with the company's account. With Amazon's pools there is none here: they federate themselves. */
export function singleSignOnSlice(
  parts: Pick<
    Dependencies,
    | "app"
    | "context"
    | "config"
    | "db"
    | "pools"
    | "accountMaintenance"
    | "audit"
    | "resolveHost"
    | "providerTimeoutMs"
    | "issueSignInCode"
    | "clientSecrets"
    | "now"
  > & { users: { rights: UserRights }; limit: AddressLimit },
): void {
  const { app, context, config, db, pools, audit, now, issueSignInCode, clientSecrets: secrets } = parts;
  const { publicUrl } = config;
  const redirectUri = `${publicUrl}/sso/callback`;
  const stored = ssoRepository(db);
  const settings = ssoSettingsService({
    stored,
    secrets,
    audit,
    rights: parts.users.rights,
    enter: context.enterCustomer,
    isEmbedded: issueSignInCode !== null,
    redirectUri,
    scimUrl: `${publicUrl}/scim/v2`,
  });
  const fetch = providerFetch(config.webhookAllow, parts.resolveHost, parts.providerTimeoutMs ?? providerTimeoutMs);
  const signIn = ssoSignInService({
    stored,
    secrets,
    audit,
    now,
    unit: context.unit,
    providers: identityProviders({ fetch, redirectUri, now }),
    people: ssoPeople({
      people: ssoPeopleRepository(db),
      accountMaintenance: parts.accountMaintenance,
      poolId: pools.current.userPoolId,
      unit: context.unit,
    }),
    issueSignInCode: issueSignInCode ?? notHere,
  });
  const pages = { cookie: browserCookie(publicUrl), limit: parts.limit };
  ssoRoutes(context, { settings, signIn, testUrl: (ticket) => `${publicUrl}/sso/start?test=${ticket}`, ...pages });
  ssoPages(app, { signIn: issueSignInCode === null ? null : signIn, publicUrl, ...pages });
}

const notHere = async (): Promise<string> => {
  throw new Error("Amazon's pools make their own sign-in codes");
};
