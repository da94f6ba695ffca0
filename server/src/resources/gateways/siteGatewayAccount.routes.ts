import {
  claimHardwares,
  createSiteGatewayCredentials,
  deleteSiteGatewayCredentials,
  getSiteGatewayAccount,
} from "@pulse/contract/siteGatewayAccount";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { GatewayWriting } from "./gatewayWriting.ts";
import type { SiteGatewayAccounts } from "./siteGatewayAccount.ts";

/** The account of all gateways of a site, and registering those that connect with it. */
export function siteGatewayAccountRoutes(
  context: RouteContext,
  { accounts, writing }: { accounts: SiteGatewayAccounts; writing: Pick<GatewayWriting, "createMany"> },
): void {
  route(context, getSiteGatewayAccount, async ({ site }) => ({ content: await accounts.of(site.siteId) }));
  route(context, createSiteGatewayCredentials, async ({ site, write }) => ({
    content: await accounts.reset(write, site),
  }));
  route(context, deleteSiteGatewayCredentials, async ({ site, write }) => ({
    content: await accounts.revoke(write, site),
  }));
  route(context, claimHardwares, async ({ site, body, write }) => ({
    content: await writing.createMany(write, site, body.gateways),
  }));
}
