import type { Dependencies } from "../dependencies.ts";
import { addressLimit } from "../accounts/addressLimit.ts";
import type { UserRights } from "../users/userRights.ts";
import { webhookAddresses } from "../webhooks/webhookAddress.ts";
import { clientSecrets } from "./clientSecrets.ts";
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
export async function singleSignOnSlice(
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
    | "now"
  > & { users: { rights: UserRights } },
): Promise<void> {
  const { app, context, config, db, pools, audit, now, issueSignInCode } = parts;
  const { publicUrl } = config;
  const redirectUri = `${publicUrl}/sso/callback`;
  const stored = ssoRepository(db);
  const secrets = await clientSecrets(config.dataDir);
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
  const addresses = webhookAddresses(config.webhookAllow, parts.resolveHost);
  const fetch = providerFetch(addresses, parts.providerTimeoutMs ?? providerTimeoutMs);
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
  ssoRoutes(context, { settings, signIn, testUrl: (ticket) => `${publicUrl}/sso/start?test=${ticket}` });
  ssoPages(app, { signIn: issueSignInCode === null ? null : signIn, limit: addressLimit(), publicUrl });
}

const notHere = async (): Promise<string> => {
  throw new Error("Amazon's pools make their own sign-in codes");
};
