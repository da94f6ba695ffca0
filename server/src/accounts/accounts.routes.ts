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
import type { FastifyRequest } from "fastify";
import { shownToken } from "../http/authenticate.ts";
import { originOf } from "../http/origin.ts";
import { type Handler, type Reach, route, type RouteContext } from "../http/route.ts";
import type { UsersService } from "../users/users.service.ts";
import type { AddressLimit } from "./addressLimit.ts";
import type { AccountsService } from "./accounts.service.ts";
import type { FirstStart } from "./superadmins.ts";

/** Accounts (product.md section 7, Account and migration). What needs no sign-in is limited by address, before its body is read. */
export function accountsRoutes(
  context: RouteContext,
  parts: { accounts: AccountsService; firstStart: FirstStart; users: UsersService; limit: AddressLimit },
): void {
  const { accounts, firstStart, users } = parts;
  const limited: Reach<Endpoint> = (_viewer, _params, request) => parts.limit(originOf(request).ip);
  const open = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    route(context, endpoint, handler, limited);

  open(signUp, async ({ body, request }) => {
    return { content: await accounts.signUp(body, originOf(request)) };
  });
  open(verifyEmail, async ({ body, request }) => {
    await accounts.verifyEmail(body.email, body.code, originOf(request));
    return { content: { verified: true as const } };
  });
  open(resendConfirmationCode, async ({ body }) => {
    return { content: { delivery: await accounts.resendCode(body.email) } };
  });
  open(forgotPassword, async ({ body, request }) => {
    return { content: { delivery: await accounts.forgotPassword(body.email, originOf(request)) } };
  });
  open(changeForgotPassword, async ({ body, request }) => {
    await accounts.resetPassword(body.email, body.password, body.code, originOf(request));
    return { content: { changed: true as const } };
  });
  open(accountExists, async ({ params }) => {
    return { content: { exists: await accounts.exists(params.email) } };
  });
  open(migrateAccount, async ({ body, request }) => {
    const migrated = await accounts.migrate(shownToken(request), body.password, originOf(request));
    // Already there is no new account: 200 instead of 201 (shapes S4).
    return { content: { migrated }, ...(migrated ? {} : { status: 200 }) };
  });
  open(createFirstSuperadmin, async ({ body, request }) => {
    const { token, ...person } = body;
    await firstStart.redeem(token, person, originOf(request));
    return { content: { created: true as const } };
  });
  route(context, enableMfa, async ({ viewer, request }) => {
    await accounts.enableMfa(viewer, originOf(request));
    return { content: { mfaEnabled: true as const } };
  });
  route(context, updateOwnAttribute, async ({ viewer, params, body, request }) => {
    await accounts.setAttribute(viewer, params.attr, body.value, originOf(request));
    return { content: await users.me(viewer) };
  });
  route(context, verifyOwnAttribute, async ({ viewer, params, body, request }) => {
    await accounts.verifyAttribute(viewer, accessTokenOf(request), params.attr, body.code, originOf(request));
    return { content: await users.me(viewer) };
  });
}

function accessTokenOf(request: FastifyRequest): string | null {
  const header = request.headers["x-access-token"];
  return (Array.isArray(header) ? header[0] : header) || null;
}
