import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What people see of where they are signed in, and which locks have had their audit entry. */
export const sessionMigrations: Record<string, Migration> = {
  identity_0011_sessions: {
    async up(db: Kysely<unknown>) {
      const statements = [
        `alter table identity_refresh_families
     add column user_agent text not null default '',
     add column ip text not null default '',
     add column last_used_at timestamptz`,
        // Sessions from before: a device has its browser's user agent as its name.
        `update identity_refresh_families as family set user_agent = left(device.name, 512), ip = device.ip
     from identity_devices as device
     where device.device_key = family.device_key and family.revoked_at is null`,
        `update identity_refresh_families as family set last_used_at = coalesce(
     (select max(created_at) from identity_refresh_tokens as token where token.origin_jti = family.origin_jti), auth_time)`,
        `alter table identity_refresh_families alter column last_used_at set not null`,
        `alter table identity_throttles add column is_refusal_noted boolean not null default false`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    async down(db: Kysely<unknown>) {
      const statements = [
        `alter table identity_throttles drop column if exists is_refusal_noted`,
        `alter table identity_refresh_families
     drop column if exists user_agent, drop column if exists ip, drop column if exists last_used_at`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
};
