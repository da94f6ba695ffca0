import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The keys that processes on several machines have in common. */
export const sharedKeysMigrations: Record<string, Migration> = {
  identity_0012_shared_keys: {
    async up(db: Kysely<unknown>) {
      await sql.raw("create table identity_keys (name text primary key, content text not null)").execute(db);
    },
    async down(db: Kysely<unknown>) {
      await sql.raw("drop table if exists identity_keys").execute(db);
    },
  },
};
