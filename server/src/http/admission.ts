import type { Endpoint, PrincipalKind } from "@pulse/contract/endpoint";
import { AppError } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { Principal } from "./principal.ts";

/** How callers of one kind show who they are. */
export interface Authenticator {
  kind: PrincipalKind;
  /** What a request shows in this way; null: nothing. */
  shown(request: FastifyRequest): string | null;
  /** Who that is; throws an AppError with 401 where it is nobody. */
  judge(shown: string, request: FastifyRequest): Promise<Principal>;
  /** The refusal of a request that shows nothing where this kind is asked for; without it `unauthorized`. */
  missing?(): AppError;
}

/** Who asks for an endpoint; throws an AppError with 401 or 403. */
export type Admission = (endpoint: Endpoint, request: FastifyRequest) => Promise<Principal>;

/**
 * Judges what a request shows: as a kind that the endpoint is for, if it shows one. Who is known and of another kind is 403
 * and not 401, since a client throws away what it gets a 401 for.
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
