import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * A customer's own identity provider, its e-mail domains, sign-ins under way, and what a directory keeps about people and
 * groups (SCIM). Whose subject at which issuer a person is decides before the e-mail does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table customer_sso (
  customer_id uuid primary key references customers on delete cascade,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  issuer text not null,
  client_id text not null,
  client_secret_sealed text,
  role_claim text,
  role_map jsonb not null default '[]',
  group_claim text,
  group_map jsonb not null default '[]',
  default_role_id uuid references roles on delete set null,
  default_group_id uuid references user_groups on delete set null,
  tested_at timestamptz
);
create table sso_domains (
  domain text primary key,
  customer_id uuid not null references customer_sso on delete cascade
);
create index sso_domains_customer on sso_domains (customer_id);
create table sso_attempts (
  state_hash text primary key,
  customer_id uuid not null references customer_sso on delete cascade,
  browser_hash text not null,
  nonce text not null,
  code_verifier_sealed text not null,
  tester_id uuid,
  expires_at timestamptz not null
);
create index sso_attempts_expires on sso_attempts (expires_at);
alter table users add column active boolean not null default true;
alter table users add column sso_issuer text;
alter table users add column sso_subject text;
alter table users add column scim_external_id text;
alter table users add column scim_user_name text;
create unique index users_sso_subject on users (customer_id, sso_issuer, sso_subject);
create unique index users_scim_user_name on users (customer_id, lower(scim_user_name));
alter table user_groups add column scim_external_id text;
create table scim_members (
  user_group_id uuid not null references user_groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  since timestamptz not null default now(),
  primary key (user_group_id, user_id)
);
create index scim_members_user on scim_members (user_id)
`,
  );
}
