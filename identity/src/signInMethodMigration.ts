import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** How the sign-in of a family of tokens was proven, where it was not the pool's own password and code. */
export const signInMethodMigrations: Record<string, Migration> = {
  identity_0010_sign_in_method: {
    async up(db: Kysely<unknown>) {
      await sql.raw("alter table identity_refresh_families add column sign_in_method text").execute(db);
    },
    async down(db: Kysely<unknown>) {
      await sql.raw("alter table identity_refresh_families drop column if exists sign_in_method").execute(db);
    },
  },
};
