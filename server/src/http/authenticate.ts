import { AppError } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { Viewers } from "../users/viewers.ts";
import type { TokenVerdict } from "./tokens.ts";
import type { Viewer } from "./viewer.ts";

export interface Authenticator {
  request(request: FastifyRequest): Promise<Viewer>;
  /** The viewer of an id token, however it came; throws an AppError with 401. */
  token(token: string): Promise<Viewer>;
}

/** Both ways of showing an id token (contract.md section 2), and one way of judging it. */
export function authenticator(parts: {
  verify(token: string): Promise<TokenVerdict>;
  /** Whether the session behind a token was ended early. */
  isRevoked(originJti: string): boolean;
  viewers: Viewers;
}): Authenticator {
  const token = async (text: string): Promise<Viewer> => {
    const verdict = await parts.verify(text);
    if ("refused" in verdict) throw new AppError(verdict.refused);
    const { claims } = verdict;
    if (claims.originJti !== null && parts.isRevoked(claims.originJti)) throw new AppError("unauthorized");
    const viewer = await parts.viewers.of(claims);
    if (viewer === null) throw new AppError("unauthorized");
    return viewer;
  };
  return {
    token,
    request: (request) => {
      const shown = shownToken(request);
      if (shown === null) throw new AppError("unauthorized");
      return token(shown);
    },
  };
}

/** The token that a request shows in either header; null: none. */
export function shownToken(request: FastifyRequest): string | null {
  const header = request.headers["x-id-token"];
  const bearer = request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1];
  return ((Array.isArray(header) ? header[0] : header) ?? bearer) || null;
}
