import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";

/** From the redirect to the page that redeems the code: a few seconds, with room for a slow phone. */
export const signInCodeLifeMs = 60_000;
const purpose = "sign_in";

export type SignInCodes = ReturnType<typeof createSignInCodes>;

/**
 * Codes that stand for a sign-in which another identity provider has confirmed: 256 random bits, of which only a keyed
 * hash is kept, good once and for a minute. Unlike the six digits of `codes`, a user may have several open, one for each
 * browser.
 */
export function createSignInCodes(db: Kysely<IdentityTables>, now: () => number, secrets: Secrets) {
  const hashOf = (code: string): string => secrets.keyedHash("code", purpose, code).toString("base64url");

  return {
    /** Makes a code for the user with this sub. */
    async issue(sub: string): Promise<string> {
      const code = randomBytes(32).toString("base64url");
      const hash = hashOf(code);
      await db
        .insertInto("identity_codes")
        .values({
          subject: hash,
          purpose,
          code_hash: hash,
          value: sub,
          tries: 0,
          expires_at: new Date(now() + signInCodeLifeMs),
        })
        .execute();
      return code;
    },

    /** Uses a code up, if it is one of this user's and still good. */
    async redeem(sub: string, code: string): Promise<boolean> {
      const used = await db
        .deleteFrom("identity_codes")
        .where("subject", "=", hashOf(code))
        .where("purpose", "=", purpose)
        .where("value", "=", sub)
        .where("expires_at", ">", new Date(now()))
        .returning("subject")
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
