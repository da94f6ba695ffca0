import { AppError } from "@pulse/contract/errors";
import type { FastifyRequest } from "fastify";
import type { Viewers } from "../sessions/viewers.ts";
import type { Authenticator } from "./admission.ts";
import type { TokenVerdict } from "./tokens.ts";
import type { Viewer } from "./viewer.ts";

export interface PersonAuthenticator extends Authenticator {
  /** The viewer behind an id token, whichever way it came. Throws an AppError with 401. */
  token(token: string): Promise<Viewer>;
}

/** Accepts an id token in either of two headers (contract.md section 2), and checks both in the same way. */
export function personAuthenticator(parts: {
  verify(token: string): Promise<TokenVerdict>;
  /** Whether the session behind a token was ended early. */
  isRevoked(originJti: string): boolean;
  /** Called for each token that was accepted, with its session. */
  used(originJti: string): void;
  viewers: Viewers;
}): PersonAuthenticator {
  const token = async (text: string): Promise<Viewer> => {
    const verdict = await parts.verify(text);
    if ("refused" in verdict) throw new AppError(verdict.refused);
    const { claims } = verdict;
    if (claims.originJti !== null && parts.isRevoked(claims.originJti)) throw new AppError("unauthorized");
    const viewer = await parts.viewers.of(claims);
    if (viewer === null) throw new AppError("unauthorized");
    if (claims.originJti !== null) parts.used(claims.originJti);
    return viewer;
  };
  return {
    kind: "person",
    token,
    credentialOf: bearerToken,
    judge: async (shown) => ({ kind: "person", viewer: await token(shown) }),
  };
}

/** The token in either header; null: there is none. A bearer token that begins with `pulse_` is an API key. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers["x-id-token"];
  const bearer = request.headers.authorization?.match(/^Bearer +(?!pulse_)(\S+)$/i)?.[1];
  return ((Array.isArray(header) ? header[0] : header) ?? bearer) || null;
}
