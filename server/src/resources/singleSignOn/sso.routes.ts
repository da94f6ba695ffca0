import { deleteSso, getSso, redeemSsoTicket, testSso, updateSso } from "@pulse/contract/sso";
import { AppError } from "@pulse/contract/errors";
import { invalidValues } from "../../platform/access/refusals.ts";
import { originOf } from "../../platform/http/origin.ts";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import type { BrowserCookie } from "./browserCookie.ts";
import type { SsoSettingsService } from "./ssoSettings.service.ts";
import type { SsoSignInService } from "./ssoSignIn.service.ts";
import { SsoRefusal } from "./ssoRefusal.ts";

/** A customer's sign-in with the company's account: set up, tried, removed, and the last step of each sign-in. */
export function ssoRoutes(
  context: RouteContext,
  parts: {
    settings: SsoSettingsService;
    signIn: Pick<SsoSignInService, "ticket" | "redeem">;
    cookie: BrowserCookie;
    limit: AddressLimit;
    /** Where a browser begins a trial. */
    testUrl(ticket: string): string;
  },
): void {
  const { settings } = parts;
  const reach = (viewer: Viewer, { id }: { id: string }) => settings.enter(viewer, id);

  route(context, getSso, async ({ params }) => ({ content: await settings.get(params.id) }), reach);
  route(
    context,
    updateSso,
    async ({ params, body, write }) => ({ content: await settings.put(write, params.id, body) }),
    reach,
  );
  route(context, deleteSso, async ({ params, write }) => ({ content: await settings.remove(write, params.id) }), reach);
  route(
    context,
    testSso,
    async ({ viewer, params, write }) => {
      settings.refuseAmazon();
      const ticket = await parts.signIn.ticket(viewer, await settings.find(params.id)).catch(atIssuer);
      return { content: write.unchanged({ url: parts.testUrl(ticket) }) };
    },
    reach,
  );
  route(
    context,
    redeemSsoTicket,
    async ({ body, request, write }) => {
      settings.refuseAmazon();
      const redeemed = await parts.signIn
        .redeem(body.ticket, parts.cookie.read(request), originOf(request))
        .catch(atTicket);
      return { content: write.unchanged(redeemed) };
    },
    (_viewer, _params, request) => parts.limit(originOf(request).ip),
  );
}

function atTicket(error: unknown): never {
  if (!(error instanceof SsoRefusal)) throw error;
  throw new AppError("invalid_parameter", {
    message: error.message,
    details: [{ path: "ticket", code: error.failure, message: error.message }],
  });
}

function atIssuer(error: unknown): never {
  if (error instanceof AppError || !(error instanceof SsoRefusal)) throw error;
  throw invalidValues([
    {
      path: "issuer",
      message:
        error.failure === "provider_unreachable"
          ? "does not answer as an OpenID provider"
          : "is not the issuer that answers there",
    },
  ]);
}
