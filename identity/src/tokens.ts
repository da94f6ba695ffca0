import { randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { refuse } from "./errors.ts";
import type { Pool, Pools } from "./pools.ts";
import type { Family } from "./refreshTokens.ts";
import type { SigningKeys } from "./signingKeys.ts";
import type { User } from "./users.ts";

/** Access and id tokens are valid for 8 h (decisions.md C3). */
export const tokenLifeS = 8 * 3600;

export interface AccessClaims {
  pool: Pool;
  sub: string;
  originJti: string;
  deviceKey: string | null;
  authTimeMs: number;
}

// Clients send both tokens as headers, which servers and proxies commonly limit to 8 KiB each.
const maxClaimBytes = 256;
const maxClaimsBytes = 1536;
/** The attributes that screens need, which come first if not all fit. */
const firstClaims = new Set(["given_name", "family_name", "locale"]);

/** The attributes that go into the id token. Long values, and those that no longer fit, are only in GetUser. */
function boundedClaims(attributes: Record<string, string>): Record<string, string> {
  const rank = (name: string): number => (firstClaims.has(name) ? 0 : name.startsWith("custom:") ? 2 : 1);
  const claims: Record<string, string> = {};
  let left = maxClaimsBytes;
  for (const [name, value] of Object.entries(attributes).toSorted(([a], [b]) => rank(a) - rank(b))) {
    const bytes = Buffer.byteLength(JSON.stringify({ [name]: value }));
    if (bytes > maxClaimBytes || bytes > left) continue;
    left -= bytes;
    claims[name] = value;
  }
  return claims;
}

export type Tokens = ReturnType<typeof createTokens>;

/** Signs and checks JWTs with Cognito's claims. */
export function createTokens(keys: SigningKeys, pools: Pools, now: () => number) {
  const sign = async (pool: Pool, claims: Record<string, unknown>): Promise<string> => {
    const key = keys.current(pool);
    const issuedAtS = Math.floor(now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ kid: key.kid, alg: "RS256" })
      .setIssuer(pool.issuer)
      .setIssuedAt(issuedAtS)
      .setExpirationTime(issuedAtS + tokenLifeS)
      .setJti(randomUUID())
      .sign(key.privateKey);
  };

  return {
    async mint(pool: Pool, user: User, family: Family): Promise<{ AccessToken: string; IdToken: string }> {
      const together = {
        sub: user.sub,
        origin_jti: family.origin_jti,
        event_id: randomUUID(),
        auth_time: Math.floor(family.auth_time.getTime() / 1000),
      };
      const [AccessToken, IdToken] = await Promise.all([
        sign(pool, {
          ...together,
          ...(family.device_key ? { device_key: family.device_key } : {}),
          client_id: pool.clientId,
          token_use: "access",
          scope: "aws.cognito.signin.user.admin",
          username: user.sub,
        }),
        sign(pool, {
          ...boundedClaims(user.attributes),
          ...together,
          // RFC 8176; attributes cannot be named so, so that nobody can claim it.
          ...(family.sign_in_method ? { amr: [family.sign_in_method] } : {}),
          aud: pool.clientId,
          token_use: "id",
          "cognito:username": user.sub,
          email: user.email,
          email_verified: user.email_verified,
          ...(user.phone_number
            ? { phone_number: user.phone_number, phone_number_verified: user.phone_number_verified }
            : {}),
        }),
      ]);
      return { AccessToken, IdToken };
    },

    /** Reads an access token of either pool. NotAuthorizedException, with Cognito's messages, for every other token. */
    async verifyAccess(token: string): Promise<AccessClaims> {
      try {
        const pool = pools.byIssuer(decodeJwt(token).iss ?? "");
        const { kid } = decodeProtectedHeader(token);
        const key = pool && keys.published(pool).find((candidate) => candidate.kid === kid);
        if (!pool || !key) throw refuse.invalidAccessToken();
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: ["RS256"],
          issuer: pool.issuer,
          currentDate: new Date(now()),
          requiredClaims: ["sub", "exp", "origin_jti", "auth_time"],
        });
        if (payload["token_use"] !== "access" || payload["client_id"] !== pool.clientId)
          throw refuse.invalidAccessToken();
        return {
          pool,
          sub: String(payload.sub),
          originJti: String(payload["origin_jti"]),
          deviceKey: typeof payload["device_key"] === "string" ? payload["device_key"] : null,
          authTimeMs: Number(payload["auth_time"]) * 1000,
        };
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw refuse.expiredAccessToken();
        throw refuse.invalidAccessToken();
      }
    },
  };
}
