import {
  accountExists,
  changeForgotPassword,
  createFirstSuperadmin,
  enableMfa,
  forgotPassword,
  migrateAccount,
  resendConfirmationCode,
  signUp,
  updateOwnAttribute,
  verifyEmail,
  verifyOwnAttribute,
} from "@pulse/contract/accounts";
import type { Endpoint } from "@pulse/contract/endpoint";
import { endOtherOwnSessions, endOwnSession, listOwnSessions } from "@pulse/contract/ownSessions";
import { countRecoveryCodes, createRecoveryCodes } from "@pulse/contract/secondFactors";
import type { FastifyRequest } from "fastify";
import { bearerToken } from "../../platform/http/authenticate.ts";
import { originOf } from "../../platform/http/origin.ts";
import { type Handler, type Reach, route, type RouteContext } from "../../platform/http/route.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import type { AccountsService } from "./accounts.service.ts";
import type { FirstStart } from "./firstStart.ts";
import type { ownSessions } from "./ownSessions.ts";
import type { ownRecoveryCodes } from "./recoveryCodes.ts";

/**
 * Accounts (product.md section 7, Account and migration). Calls without a sign-in are limited by address before their
 * body is read.
 */
export function accountsRoutes(
  context: RouteContext,
  parts: {
    accounts: AccountsService;
    recoveryCodes: ReturnType<typeof ownRecoveryCodes>;
    sessions: ReturnType<typeof ownSessions>;
    firstStart: FirstStart;
    limit: AddressLimit;
  },
): void {
  const { accounts, sessions, firstStart } = parts;
  const limited: Reach<Endpoint> = (_viewer, _params, request) => parts.limit(originOf(request).ip);
  const open = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    route(context, endpoint, handler, limited);

  open(signUp, async ({ body, write }) => {
    return { content: await accounts.signUp(write, body) };
  });
  open(verifyEmail, async ({ body, write }) => {
    return { content: await accounts.verifyEmail(write, body.email, body.code) };
  });
  open(resendConfirmationCode, async ({ body, write }) => {
    return { content: await accounts.resendCode(write, body.email) };
  });
  open(forgotPassword, async ({ body, write }) => {
    return { content: await accounts.forgotPassword(write, body.email) };
  });
  open(changeForgotPassword, async ({ body, write }) => {
    return { content: await accounts.resetPassword(write, body) };
  });
  open(accountExists, async ({ params }) => {
    return { content: { exists: await accounts.exists(params.email) } };
  });
  open(migrateAccount, async ({ body, request, write }) => {
    return { content: await accounts.migrate(write, bearerToken(request), body.password) };
  });
  open(createFirstSuperadmin, async ({ body, write }) => {
    const { token, phoneNumber = null, ...person } = body;
    return { content: await firstStart.redeem(token, { ...person, phoneNumber }, write) };
  });
  route(context, enableMfa, async ({ write }) => ({ content: await accounts.enableMfa(write) }));
  route(context, countRecoveryCodes, async ({ viewer }) => ({
    content: { left: await parts.recoveryCodes.left(viewer) },
  }));
  route(context, createRecoveryCodes, async ({ write }) => ({ content: await parts.recoveryCodes.renew(write) }));
  route(context, listOwnSessions, async ({ viewer }) => ({ content: await sessions.list(viewer) }));
  route(context, endOwnSession, async ({ params, write }) => ({ content: await sessions.end(write, params.id) }));
  route(context, endOtherOwnSessions, async ({ write }) => ({ content: await sessions.endOthers(write) }));
  route(context, updateOwnAttribute, async ({ params, body, write }) => ({
    content: await accounts.setAttribute(write, params.attr, body.value),
  }));
  route(context, verifyOwnAttribute, async ({ params, body, request, write }) => ({
    content: await accounts.verifyAttribute(write, accessTokenOf(request), params.attr, body.code),
  }));
}

function accessTokenOf(request: FastifyRequest): string | null {
  const header = request.headers["x-access-token"];
  return (Array.isArray(header) ? header[0] : header) || null;
}
