import { errors, jwtVerify, type JWTPayload } from "jose";
import { publishedKeys } from "./publishedKeys.ts";

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
  /** When the person signed in; a refresh does not change it. */
  authTimeMs: number;
  /** The person came from their company's sign-in (`amr`, RFC 8176). */
  isSso: boolean;
}

export type TokenVerdict = { claims: TokenClaims } | { refused: "unauthorized" | "token_expired" };

/**
 * Verifies id tokens of a pool by its JWKS: RS256 only, issuer, audience, `token_use` and expiry (5 s of tolerance).
 * Amazon's pools and the embedded ones only differ by their addresses. It throws `service_unavailable` if the pool's
 * keys cannot be read; any refusal is the token's own fault.
 */
export function tokenVerifier(
  pool: TrustedPool,
  now: () => number,
  problem: (error: unknown) => void,
): (token: string) => Promise<TokenVerdict> {
  const keys = publishedKeys(pool.jwksUrl, now, problem);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        issuer: pool.issuer,
        audience: pool.clientId,
        clockTolerance: 5,
        currentDate: new Date(now()),
        requiredClaims: ["sub", "exp", "token_use"],
      });
      if (payload["token_use"] !== "id") return { refused: "unauthorized" };
      return { claims: claimsOf(payload) };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { refused: "token_expired" };
      if (error instanceof errors.JOSEError) return { refused: "unauthorized" };
      throw error;
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
    isSso: Array.isArray(payload["amr"]) && payload["amr"].includes("sso"),
  };
}
