import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Customers, their sites, buildings, floors and files. Names are compared without case (shapes S16). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table customers (
  id uuid primary key,
  guid uuid not null unique,
  name text not null,
  location text,
  admin text,
  customer_code text not null,
  mqtt_username text not null unique,
  mqtt_secret_hash text not null,
  config jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index customers_name_key on customers (lower(name));
create unique index customers_code_key on customers (lower(customer_code));

create table sites (
  id uuid primary key,
  guid uuid not null unique,
  customer_id uuid not null references customers,
  name text not null,
  owner text,
  lat float8 not null,
  lon float8 not null,
  beacon_type text,
  location text,
  address text,
  phone text,
  mqtt_username text not null unique,
  mqtt_secret_hash text not null,
  settings jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sites_name_key on sites (customer_id, lower(name));

create table files (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  site_id uuid references sites on delete cascade,
  content_type text not null,
  size int not null,
  filename text not null,
  sha256 text not null,
  width int,
  height int,
  created_at timestamptz not null default now()
);
create index files_customer on files (customer_id);
create index files_site on files (site_id);

create table buildings (
  id uuid primary key,
  site_id uuid not null references sites on delete cascade,
  name text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index buildings_name_key on buildings (site_id, lower(name));

create table floors (
  id uuid primary key,
  site_id uuid not null references sites on delete cascade,
  building_id uuid not null references buildings on delete cascade,
  name text not null,
  level int not null,
  nw_lat float8 not null,
  nw_lon float8 not null,
  se_lat float8 not null,
  se_lon float8 not null,
  rotation_deg float8 not null default 0,
  ceiling_height_m float8 not null,
  elevation float8,
  image_id uuid references files,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index floors_name_key on floors (building_id, lower(name));
create unique index floors_level_key on floors (building_id, level);
create index floors_site on floors (site_id);
`,
  );
}
