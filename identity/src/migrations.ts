import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { sessionMigrations } from "./sessionMigration.ts";
import { sharedKeysMigrations } from "./sharedKeysMigration.ts";
import { signInMethodMigrations } from "./signInMethodMigration.ts";

const tables = [
  "identity_throttles",
  "identity_codes",
  "identity_refresh_tokens",
  "identity_refresh_families",
  "identity_sessions",
  "identity_devices",
  "identity_users",
];

/** The identity tables, to be merged into the server's one ordered set of migrations. */
export const identityMigrations: Record<string, Migration> = {
  ...signInMethodMigrations,
  ...sessionMigrations,
  ...sharedKeysMigrations,
  identity_0001_pools: {
    async up(db: Kysely<unknown>) {
      // Plain SQL that PostgreSQL 15 and PGlite both read. Times are timestamptz: both drivers give a Date for it.
      // They stand inside the function because the server compares its text to see whether a prepared database is still good.
      const statements = [
        `create table identity_users (
     sub text primary key,
     pool_id text not null,
     email text not null,
     email_verified boolean not null default false,
     phone_number text,
     phone_number_verified boolean not null default false,
     attributes jsonb not null default '{}',
     status text not null,
     enabled boolean not null default true,
     sms_mfa boolean not null default false,
     sms_preferred boolean not null default false,
     secret_sealed text,
     temporary_until timestamptz,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     unique (pool_id, email))`,
        `create table identity_devices (
     device_key text primary key,
     sub text not null references identity_users (sub) on delete cascade,
     pool_id text not null,
     group_key text not null,
     name text not null,
     ip text not null,
     secret_sealed text,
     remembered boolean not null default false,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     last_authenticated_at timestamptz not null)`,
        `create index identity_devices_sub on identity_devices (sub)`,
        `create table identity_sessions (
     id_hash text primary key,
     secret_block_hash text,
     pool_id text not null,
     sub text not null,
     stage text not null,
     state_sealed text not null,
     tries integer not null default 0,
     consumed_at timestamptz,
     successor_hash text,
     expires_at timestamptz not null)`,
        `create index identity_sessions_secret_block on identity_sessions (secret_block_hash)`,
        `create index identity_sessions_expires on identity_sessions (expires_at)`,
        // No reference to the user: a deleted user's families stay listed as revoked until their tokens have expired.
        `create table identity_refresh_families (
     origin_jti text primary key,
     pool_id text not null,
     sub text not null,
     device_key text,
     auth_time timestamptz not null,
     expires_at timestamptz not null,
     revoked_at timestamptz)`,
        `create index identity_refresh_families_sub on identity_refresh_families (sub)`,
        `create index identity_refresh_families_revoked on identity_refresh_families (revoked_at)`,
        `create table identity_refresh_tokens (
     token_hash text primary key,
     origin_jti text not null references identity_refresh_families (origin_jti) on delete cascade,
     created_at timestamptz not null,
     rotated_at timestamptz)`,
        `create index identity_refresh_tokens_family on identity_refresh_tokens (origin_jti)`,
        `create table identity_codes (
     subject text not null,
     purpose text not null,
     code_hash text not null,
     value text not null,
     tries integer not null default 0,
     expires_at timestamptz not null,
     primary key (subject, purpose))`,
        `create table identity_throttles (
     key text primary key,
     count integer not null,
     window_started_at timestamptz not null,
     locked_until timestamptz not null)`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    async down(db: Kysely<unknown>) {
      for (const table of tables) await sql.raw(`drop table if exists ${table}`).execute(db);
    },
  },
  identity_0002_windows: {
    async up(db: Kysely<unknown>) {
      const statements = [
        // The table that rate-limiter-flexible would make by itself. It inserts without naming the columns.
        `create table identity_windows (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
        `create index identity_windows_expire on identity_windows (expire)`,
        // Only wrong guesses are still counted here; the other counters would be over within an hour.
        `delete from identity_throttles where key not like 'guess:%'`,
        `create index identity_users_unconfirmed on identity_users (created_at) where status = 'UNCONFIRMED'`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    async down(db: Kysely<unknown>) {
      await sql.raw("drop index if exists identity_users_unconfirmed").execute(db);
      await sql.raw("drop table if exists identity_windows").execute(db);
    },
  },
  identity_0003_factors: {
    async up(db: Kysely<unknown>) {
      const statements = [
        `alter table identity_users
     add column email_mfa boolean not null default false,
     add column totp_mfa boolean not null default false,
     add column totp_sealed text,
     add column totp_pending_sealed text,
     add column totp_step integer,
     add column preferred_mfa text`,
        `update identity_users set preferred_mfa = 'SMS_MFA' where sms_preferred`,
        `alter table identity_users drop column sms_preferred`,
        // The counter has 32 bits without a sign; a double holds it exactly, and both drivers give a number for it.
        `create table identity_passkeys (
     credential_id text primary key,
     sub text not null references identity_users (sub) on delete cascade,
     pool_id text not null,
     public_key text not null,
     counter double precision not null,
     transports text not null,
     name text not null,
     relying_party text not null,
     created_at timestamptz not null,
     last_used_at timestamptz)`,
        `create index identity_passkeys_sub on identity_passkeys (sub)`,
        `create table identity_recovery_codes (
     sub text not null references identity_users (sub) on delete cascade,
     code_hash text not null,
     primary key (sub, code_hash))`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    async down(db: Kysely<unknown>) {
      const statements = [
        `drop table if exists identity_recovery_codes`,
        `drop table if exists identity_passkeys`,
        `alter table identity_users add column sms_preferred boolean not null default false`,
        `update identity_users set sms_preferred = true where preferred_mfa = 'SMS_MFA'`,
        `alter table identity_users
     drop column email_mfa, drop column totp_mfa, drop column totp_sealed,
     drop column totp_pending_sealed, drop column totp_step, drop column preferred_mfa`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
};
