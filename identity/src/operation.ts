import { z } from "zod";
import type { Caller, Context } from "./context.ts";
import { refuse } from "./errors.ts";
import type { AccessClaims } from "./tokens.ts";
import type { User } from "./users.ts";

export interface Operation {
  name: string;
  /** The response body; null for operations that have none. */
  run(context: Context, body: unknown, caller: Caller): Promise<object | null>;
}

/** Makes an operation that checks its input. InvalidParameterException names the field that is wrong. */
export function operation<S extends z.ZodType>(
  name: string,
  input: S,
  run: (context: Context, input: z.output<S>, caller: Caller) => Promise<object | null>,
): Operation {
  return {
    name,
    async run(context, body, caller) {
      const parsed = input.safeParse(body);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        const path = issue?.path.join(".") || "request";
        throw refuse.invalidParameter(
          `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${issue?.message ?? "invalid"}`,
        );
      }
      return run(context, parsed.data, caller);
    },
  };
}

/** The fields that many operations share, with Cognito's own bounds. */
export const fields = {
  ClientId: z.string().min(1).max(128),
  UserPoolId: z.string().min(1).max(55),
  Username: z.string().min(1).max(254),
  Password: z.string().max(256),
  Session: z.string().min(20).max(2048),
  AccessToken: z.string().min(1).max(8192),
  DeviceKey: z.string().min(1).max(55),
  ConfirmationCode: z.string().min(1).max(2048),
  /** All values are strings, so that nothing else reaches the flows. */
  Strings: z.record(z.string(), z.string().max(16_384)),
  Attributes: z.array(z.object({ Name: z.string().min(1).max(32), Value: z.string().max(2048).optional() })).max(50),
};

/** The user an access token belongs to. Refuses tokens of ended sessions, and of deleted or disabled users. */
export async function bearer(
  context: Pick<Context, "tokens" | "refreshTokens" | "users">,
  accessToken: string,
): Promise<{ claims: AccessClaims; user: User }> {
  const claims = await context.tokens.verifyAccess(accessToken);
  if (!(await context.refreshTokens.isLive(claims.originJti))) throw refuse.revokedAccessToken();
  const user = await context.users.bySub(claims.pool, claims.sub);
  if (!user) throw refuse.userNotFound();
  if (!user.enabled) throw refuse.disabled();
  return { claims, user };
}

const recentMs = 15 * 60_000;

/** Refuses unless the sign-in is recent: a token found in a browser must not be enough to take an account over (ASVS 7.5.1). */
export function assertRecent(context: Pick<Context, "now">, claims: AccessClaims): void {
  if (context.now() - claims.authTimeMs > recentMs)
    throw refuse.notAuthorized("Sign in again to change how this account is secured.");
}

/** The start of an audit entry about a user. */
export const about = (claimsOrPool: { pool: AccessClaims["pool"] }, user: User | null, caller: Caller) => ({
  pool: claimsOrPool.pool.name,
  sub: user?.sub ?? null,
  email: user?.email ?? null,
  ip: caller.ip,
  userAgent: caller.userAgent,
  requestId: caller.requestId,
  detail: {},
});

/** The same for a name that was typed: nobody may have it. */
export const aboutName = (
  claimsOrPool: { pool: AccessClaims["pool"] },
  user: User | null,
  name: string,
  caller: Caller,
) => ({
  ...about(claimsOrPool, user, caller),
  email: user?.email ?? (name.includes("@") ? name.toLowerCase() : null),
});
