import type { Endpoint, PrincipalKind } from "@pulse/contract/endpoint";
import { AppError } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { Principal } from "./principal.ts";

/** How callers of one kind prove who they are. */
export interface Authenticator {
  kind: PrincipalKind;
  /** The credentials of this kind in a request; null: there are none. */
  shown(request: FastifyRequest): string | null;
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
export function admission(ways: readonly Authenticator[]): Admission {
  return async ({ principals }, request) => {
    const isAsked = ({ kind }: Authenticator): boolean => principals.includes(kind);
    const found = ways
      .map((way) => ({ way, shown: way.shown(request) }))
      .filter((one): one is { way: Authenticator; shown: string } => one.shown !== null);
    const chosen = found.find(({ way }) => isAsked(way)) ?? found[0];
    if (chosen === undefined) throw ways.find(isAsked)?.missing?.() ?? new AppError("unauthorized");
    const principal = await chosen.way.judge(chosen.shown, request);
    if (!isAsked(chosen.way)) throw new AppError("operation_not_allowed");
    return principal;
  };
}
