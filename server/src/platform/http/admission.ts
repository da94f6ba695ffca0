import type { Endpoint, PrincipalKind } from "@pulse/contract/endpoint";
import { AppError } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { Principal } from "./principal.ts";

/** How callers of one kind prove who they are. */
export interface Authenticator {
  kind: PrincipalKind;
  /** The credentials of this kind in a request; null: there are none. */
  credentialOf(request: FastifyRequest): string | null;
  /** Who they belong to. Throws an AppError with 401 if nobody. */
  judge(shown: string, request: FastifyRequest): Promise<Principal>;
  /** The refusal of a request without such credentials; `unauthorized` if left out. */
  missing?(): AppError;
}

/** Finds out who calls an endpoint. Throws an AppError with 401 or 403. */
export type Admission = (endpoint: Endpoint, request: FastifyRequest) => Promise<Principal>;

/**
 * Checks a request's credentials, preferring a kind that the endpoint is for. A known caller of another kind gets 403,
 * not 401, since clients discard credentials after a 401.
 */
export function admission(authenticators: readonly Authenticator[]): Admission {
  return async ({ principals }, request) => {
    const accepts = ({ kind }: Authenticator): boolean => principals.includes(kind);
    const presented = authenticators
      .map((authenticator) => ({ way: authenticator, shown: authenticator.credentialOf(request) }))
      .filter((entry): entry is { way: Authenticator; shown: string } => entry.shown !== null);
    const chosen = presented.find(({ way }) => accepts(way)) ?? presented[0];
    if (chosen === undefined) throw authenticators.find(accepts)?.missing?.() ?? new AppError("unauthorized");
    const principal = await chosen.way.judge(chosen.shown, request);
    if (!accepts(chosen.way)) throw new AppError("operation_not_allowed");
    return principal;
  };
}
