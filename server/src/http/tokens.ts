import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from "jose";

/** One user pool whose id tokens are accepted. */
export interface TrustedPool {
  issuer: string;
  clientId: string;
  jwksUrl: string;
}

export interface TokenClaims {
  sub: string;
  email: string;
  phoneNumber: string | null;
  phoneNumberVerified: boolean;
  originJti: string | null;
  expiresMs: number;
  /** When the person signed in; a refresh leaves it as it is. */
  authTimeMs: number;
}

export type TokenVerdict = { claims: TokenClaims } | { refused: "unauthorized" | "token_expired" };

/**
 * Verifies id tokens of a pool by its JWKS: RS256 only, issuer, audience, `token_use` and expiry (5 s of tolerance).
 * The same code for Amazon's pools and the embedded ones; only the addresses differ.
 */
export function tokenVerifier(pool: TrustedPool): (token: string) => Promise<TokenVerdict> {
  const keys = createRemoteJWKSet(new URL(pool.jwksUrl), { cooldownDuration: 5_000, cacheMaxAge: 600_000 });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        issuer: pool.issuer,
        audience: pool.clientId,
        clockTolerance: 5,
        requiredClaims: ["sub", "exp", "token_use"],
      });
      if (payload["token_use"] !== "id") return { refused: "unauthorized" };
      return { claims: claimsOf(payload) };
    } catch (error) {
      return { refused: error instanceof errors.JWTExpired ? "token_expired" : "unauthorized" };
    }
  };
}

function claimsOf(payload: JWTPayload): TokenClaims {
  const text = (name: string): string | null => (typeof payload[name] === "string" ? payload[name] : null);
  return {
    sub: payload.sub!,
    email: text("email") ?? "",
    phoneNumber: text("phone_number"),
    phoneNumberVerified: payload["phone_number_verified"] === true,
    originJti: text("origin_jti"),
    expiresMs: payload.exp! * 1000,
    authTimeMs: Number(payload["auth_time"] ?? 0) * 1000,
  };
}
