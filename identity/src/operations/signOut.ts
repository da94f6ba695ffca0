import { z } from "zod";
import { changingUser, signOutEverywhere } from "../accounts.ts";
import { about, bearer, fields, operation } from "../operation.ts";

/** Ends sessions: this browser's, or all. */
export const signOutOperations = [
  operation(
    "RevokeToken",
    z.object({ ClientId: fields.ClientId, Token: z.string().min(1).max(4096) }),
    async (context, input, caller) => {
      const pool = context.pools.byClient(input.ClientId);
      const family = await context.refreshTokens.revokeByToken(pool, input.Token);
      if (family) {
        const user = await context.users.bySub(pool, family.sub);
        context.audit({ action: "sign_out", ...about({ pool }, user, caller) });
      }
      return {};
    },
  ),

  operation("GlobalSignOut", z.object({ AccessToken: fields.AccessToken }), async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    await changingUser(context, claims.pool, user.sub, signOutEverywhere);
    context.audit({ action: "sign_out_everywhere", ...about(claims, user, caller) });
    return {};
  }),
];
