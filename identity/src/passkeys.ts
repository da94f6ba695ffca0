import type { Kysely, Selectable } from "kysely";
import { refuse } from "./errors.ts";
import type { Pool } from "./pools.ts";
import type { IdentityTables, PasskeysTable } from "./schema.ts";

export type Passkey = Selectable<PasskeysTable>;

/** As many as Amazon's pools keep for a user. */
const maxPasskeys = 20;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The passkeys of users. Private keys never leave the authenticators, so nothing here is secret. */
export function createPasskeys(db: Kysely<IdentityTables>, now: () => number) {
  const ofUser = (sub: string): Promise<Passkey[]> =>
    db.selectFrom("identity_passkeys").selectAll().where("sub", "=", sub).orderBy("created_at").execute();

  return {
    /** Oldest first. */
    ofUser,

    async find(sub: string, credentialId: string): Promise<Passkey | null> {
      const row = await db
        .selectFrom("identity_passkeys")
        .selectAll()
        .where("sub", "=", sub)
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Throws LimitExceeded for a 21st passkey, and InvalidParameter for one that somebody has registered already. */
    async add(
      pool: Pool,
      sub: string,
      passkey: Pick<Passkey, "credential_id" | "public_key" | "counter" | "transports" | "name" | "relying_party">,
    ): Promise<void> {
      if ((await ofUser(sub)).length >= maxPasskeys) throw refuse.limitExceeded();
      const row = await db
        .insertInto("identity_passkeys")
        .values({ ...passkey, sub, pool_id: pool.userPoolId, created_at: new Date(now()), last_used_at: null })
        .onConflict((conflict) => conflict.column("credential_id").doNothing())
        .returning("credential_id")
        .executeTakeFirst();
      if (!row) throw refuse.invalidParameter("This passkey is registered already.");
    },

    /** Notes a sign-in; false if the passkey is gone. */
    async used(sub: string, credentialId: string, counter: number): Promise<boolean> {
      const row = await db
        .updateTable("identity_passkeys")
        .set({ counter, last_used_at: new Date(now()) })
        .where("sub", "=", sub)
        .where("credential_id", "=", credentialId)
        .returning("credential_id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False if there is none with this id. */
    async rename(sub: string, credentialId: string, name: string): Promise<boolean> {
      const row = await db
        .updateTable("identity_passkeys")
        .set({ name })
        .where("sub", "=", sub)
        .where("credential_id", "=", credentialId)
        .returning("credential_id")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False if there is none with this id. */
    async remove(sub: string, credentialId: string): Promise<boolean> {
      const row = await db
        .deleteFrom("identity_passkeys")
        .where("sub", "=", sub)
        .where("credential_id", "=", credentialId)
        .returning("credential_id")
        .executeTakeFirst();
      return row !== undefined;
    },

    async removeAll(sub: string): Promise<void> {
      await db.deleteFrom("identity_passkeys").where("sub", "=", sub).execute();
    },
  };
}
