import type { Caller, Context } from "../context.ts";
import { IdentityError, refuse } from "../errors.ts";
import type { Pool } from "../pools.ts";
import type { Family } from "../refreshTokens.ts";
import { tokenLifeS } from "../tokens.ts";
import type { User } from "../users.ts";
import type { AuthenticationResult } from "./step.ts";

/**
 * New access and id tokens for a refresh token.
 * `rotating` is GetTokensFromRefreshToken; REFRESH_TOKEN_AUTH leaves the token as it is and never counts as reuse.
 */
export async function refresh(
  context: Context,
  pool: Pool,
  request: { token: string; deviceKey: string | null; rotating: boolean },
  caller: Caller,
): Promise<AuthenticationResult> {
  const family = await checked(context, pool, request, caller);
  const user = await context.users.bySub(pool, family.sub);
  if (!user) throw refuse.invalidRefreshToken();
  if (!user.enabled) throw refuse.disabled();
  await checkDevice(context, user, family, request.deviceKey, caller);
  const minted = await context.tokens.mint(pool, user, family);
  await context.refreshTokens.used(family.origin_jti, caller);
  return {
    ...minted,
    ...(request.rotating ? { RefreshToken: await context.refreshTokens.rotate(family, request.token) } : {}),
    ExpiresIn: tokenLifeS,
    TokenType: "Bearer",
  };
}

async function checked(
  context: Context,
  pool: Pool,
  request: { token: string; rotating: boolean },
  caller: Caller,
): Promise<Family> {
  try {
    return await context.refreshTokens.check(pool, request.token, request.rotating);
  } catch (error) {
    if (error instanceof IdentityError && error.type === "RefreshTokenReuseException")
      context.audit({ action: "refresh_reused", pool: pool.name, sub: null, email: null, ...caller, detail: {} });
    throw error;
  }
}

/** A tracked device's token works only together with its key, and no longer once the device is forgotten. */
async function checkDevice(
  context: Context,
  user: User,
  family: Family,
  given: string | null,
  caller: Caller,
): Promise<void> {
  if (!family.device_key) return;
  const device = await context.devices.find(user.sub, family.device_key);
  if (!device) throw refuse.invalidRefreshToken();
  if (device.secret_sealed && given !== device.device_key) throw refuse.invalidRefreshToken();
  await context.devices.seen(device.device_key, caller.ip);
}
