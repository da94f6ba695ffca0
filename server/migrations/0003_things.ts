import { type Kysely, sql } from "kysely";
import { ddl } from "./ddl.ts";

// Shapes S9; ids are the same in every installation.
const hardwareTypes: [
  type: string,
  name: string,
  mobile: boolean,
  deviceConfig: boolean,
  trackerDownlink: boolean,
  gps: boolean,
][] = [
  ["KKM", "KKM gateway", false, true, true, false],
  ["MINEW", "Minew gateway", false, true, false, false],
  ["RUUVI", "Ruuvi Gateway", false, false, false, false],
  ["OMG", "OpenMQTTGateway", false, false, false, false],
  ["ESPRESENSE", "ESPresense", false, false, false, false],
  ["RADDEC", "Pareto Anywhere (raddec)", false, false, false, false],
  ["MOBILE", "Mobile gateway", true, false, false, true],
  ["GENERIC", "Generic gateway", false, false, false, false],
];
// What hangs on an asset: KKM's tags take commands through a KKM gateway, the others only speak.
const trackerTypes: [type: string, name: string, ring: boolean, deviceConfig: boolean][] = [
  ["KKM", "KKM tag", true, true],
  ["MINEW", "Minew tag", false, false],
  ["RUUVI", "RuuviTag", false, false],
  ["IBEACON", "iBeacon", false, false],
  ["EDDYSTONE", "Eddystone beacon", false, false],
  ["PHONE", "Phone", false, false],
  ["GENERIC", "Generic beacon", false, false],
];

/** Gateways, trackers, assets and their links. Deleting one sets `deleted_at`: its history keeps its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table hardware_types (
  id uuid primary key,
  type text not null unique,
  name text not null,
  mobile boolean not null,
  capabilities jsonb not null
);

create table tracker_types (
  id uuid primary key,
  type text not null unique,
  name text not null,
  capabilities jsonb not null
);

create table hardwares (
  id uuid primary key,
  guid uuid not null unique,
  customer_id uuid not null references customers,
  site_id uuid not null references sites on delete cascade,
  floor_id uuid references floors,
  name text not null,
  hardware_type_id uuid not null references hardware_types,
  mac text not null,
  lat float8 not null,
  lon float8 not null,
  alpha float8,
  beta float8,
  gamma float8,
  measured_power float8,
  z float8,
  anchor_snap_radius float8,
  mqtt_guid uuid not null unique,
  mqtt_username text not null unique,
  mqtt_secret_hash text not null,
  last_message_at timestamptz,
  firmware text,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index hardwares_name_key on hardwares (site_id, lower(name)) where deleted_at is null;
create unique index hardwares_mac_key on hardwares (customer_id, mac) where deleted_at is null;
create index hardwares_mac on hardwares (mac);
create index hardwares_floor on hardwares (floor_id);

create table trackers (
  id uuid primary key,
  guid uuid not null unique,
  customer_id uuid not null references customers,
  site_id uuid not null references sites on delete cascade,
  name text not null,
  type text not null references tracker_types (type),
  mac text not null,
  serial_no text,
  archived boolean not null default false,
  mqtt_guid uuid not null unique,
  mqtt_username text not null unique,
  mqtt_secret_hash text not null,
  battery_level int,
  battery_mv int,
  signal_strength int,
  last_heard_at timestamptz,
  tag_offset_db float8,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index trackers_name_key on trackers (customer_id, lower(name)) where deleted_at is null;
create unique index trackers_mac_key on trackers (customer_id, mac) where deleted_at is null;
create unique index trackers_serial_key on trackers (customer_id, lower(serial_no)) where deleted_at is null;
create index trackers_mac on trackers (mac);
create index trackers_site on trackers (site_id);

create table assets (
  id uuid primary key,
  guid uuid not null unique,
  customer_id uuid not null references customers,
  site_id uuid not null references sites on delete cascade,
  name text not null,
  type text not null,
  external_id text,
  description text,
  archived boolean not null default false,
  image_id uuid references files,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index assets_name_key on assets (site_id, lower(name)) where deleted_at is null;
create index assets_customer on assets (customer_id);

create table links (
  id uuid primary key,
  asset_id uuid not null references assets on delete cascade,
  tracker_id uuid not null references trackers on delete cascade,
  linked_at timestamptz not null,
  linked_by text not null,
  unlinked_at timestamptz,
  unlinked_by text
);
create unique index links_open_key on links (tracker_id) where unlinked_at is null;
create index links_asset on links (asset_id, linked_at);
create index links_tracker on links (tracker_id, linked_at)
`,
  );
  for (const [index, [type, name, mobile, deviceConfig, trackerDownlink, gps]] of hardwareTypes.entries()) {
    const capabilities = JSON.stringify({ deviceConfig, trackerDownlink, gps });
    await sql`insert into hardware_types (id, type, name, mobile, capabilities)
      values (${seedId("8002", index)}, ${type}, ${name}, ${mobile}, ${capabilities})`.execute(db);
  }
  for (const [index, [type, name, ring, deviceConfig]] of trackerTypes.entries()) {
    const capabilities = JSON.stringify({ ring, deviceConfig });
    await sql`insert into tracker_types (id, type, name, capabilities)
      values (${seedId("8003", index)}, ${type}, ${name}, ${capabilities})`.execute(db);
  }
}

function seedId(kind: string, index: number): string {
  return `01990000-0000-7000-${kind}-${String(index + 1).padStart(12, "0")}`;
}
