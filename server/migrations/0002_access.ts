import { type Kysely, sql } from "kysely";
import { ddl } from "./ddl.ts";

const crud = ["c", "r", "u", "d"];
// The 42 operations of shapes S3, with ids that are the same in every installation.
const operations: [area: string, letters: string[]][] = [
  ["site_management", crud],
  ["asset_management", crud],
  ["identifier_management", crud],
  ["hardware_management", crud],
  ["geofence_management", crud],
  ["role_management", crud],
  ["group_management", crud],
  ["user_management", crud],
  ["mobile_gateway", ["r", "u"]],
  ["asset_download", ["r"]],
  ["asset_identifier_link_management", ["c", "u", "d"]],
  ["mobile_beacon_ring", ["c"]],
  ["location_elevation", ["r", "u"]],
  ["report_download", ["c"]],
];
const words: Record<string, string> = { c: "create", r: "read", u: "update", d: "delete" };

/** Operations, roles, groups and people. Who they are lies with the identity pool: `identity_sub` there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table operations (
  id uuid primary key,
  area text not null,
  letter text not null check (letter in ('c', 'r', 'u', 'd')),
  name text not null,
  unique (area, letter)
);

create table roles (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  name text not null,
  predefined boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_name_key on roles (customer_id, lower(name));

create table role_operations (
  role_id uuid not null references roles on delete cascade,
  operation_id uuid not null references operations,
  primary key (role_id, operation_id)
);

create table user_groups (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  name text not null,
  predefined boolean not null default false,
  all_sites boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index user_groups_name_key on user_groups (customer_id, lower(name));

create table group_sites (
  user_group_id uuid not null references user_groups on delete cascade,
  site_id uuid not null references sites on delete cascade,
  primary key (user_group_id, site_id)
);
create index group_sites_site on group_sites (site_id);

create table users (
  id uuid primary key,
  customer_id uuid references customers,
  identity_pool text,
  identity_sub text,
  email text not null,
  given_name text not null,
  family_name text not null,
  phone_number text,
  phone_number_verified boolean not null default false,
  mfa_enabled boolean not null default false,
  locale text not null default 'en',
  role_id uuid references roles,
  user_group_id uuid references user_groups,
  is_superadmin boolean not null default false,
  dev_tool_enabled boolean not null default false,
  status text not null default 'active' check (status in ('invited', 'unconfirmed', 'active', 'reset_required')),
  last_sign_in_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (identity_pool, identity_sub)
);
create unique index users_email_key on users (lower(email));
create index users_customer on users (customer_id);
create index users_role on users (role_id);
create index users_group on users (user_group_id);
`,
  );
  let number = 0;
  for (const [area, letters] of operations) {
    for (const letter of letters) {
      number += 1;
      const id = `01990000-0000-7000-8001-${String(number).padStart(12, "0")}`;
      const spelled = area.replaceAll("_", " ");
      const name = `${spelled[0]?.toUpperCase()}${spelled.slice(1)}: ${words[letter]}`;
      await sql`insert into operations (id, area, letter, name) values (${id}, ${area}, ${letter}, ${name})`.execute(
        db,
      );
    }
  }
}
