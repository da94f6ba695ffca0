import type { CustomerConfig } from "@pulse/contract/customers";
import type { Drawing } from "@pulse/contract/drawing";
import type { ScheduledReport, ScheduleParameters } from "@pulse/contract/reportSchedules";
import type { SiteSettings } from "@pulse/contract/sites";
import type { FenceShape } from "@pulse/geo/fenceShape";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { LabelledWindow } from "@pulse/positioning/learn/labelled";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** Read as a value, written as JSON text: `pg` would turn an array into a PostgreSQL array, PGlite into JSON. */
type Jsonb<T> = ColumnType<T, string, string>;
type DefaultJsonb<T> = ColumnType<T, string | undefined, string>;
/** An instant; a Date on both drivers. */
type DefaultTime = Generated<Date>;

/** What every entity carries. A change sets `updated_at` and adds one to `version`. */
interface Entity {
  /** UUIDv7, made in code. */
  id: string;
  version: Generated<number>;
  created_at: DefaultTime;
  updated_at: DefaultTime;
}

/**
 * With `deleted_at` a thing has left lists and the map but keeps its name in the history. Every list must leave it out.
 */
interface Deletable {
  deleted_at: Generated<Date | null>;
}

/** What the search looks through, folded; made by the database. */
interface Searchable {
  search_text: GeneratedAlways<string>;
}

/** A pair for MQTT. The secret is random, so a fast hash (HMAC or SHA-256) is enough. */
interface MqttPair {
  mqtt_username: string;
  mqtt_secret_hash: string;
}

export interface CustomersTable extends Entity, MqttPair, Searchable {
  guid: string;
  name: string;
  location: Generated<string | null>;
  admin: Generated<string | null>;
  customer_code: string;
  /** Only what was set; the contract's schema fills in the rest. */
  config: DefaultJsonb<Partial<CustomerConfig>>;
}

export interface SitesTable extends Entity, MqttPair, Searchable {
  guid: string;
  customer_id: string;
  name: string;
  owner: Generated<string | null>;
  lat: number;
  lon: number;
  beacon_type: Generated<string | null>;
  location: Generated<string | null>;
  address: Generated<string | null>;
  phone: Generated<string | null>;
  /** Only what was set; the contract's schema fills in the rest. */
  settings: DefaultJsonb<Partial<SiteSettings>>;
  /** Whether the site may learn from its own traffic; false once a person has chosen a calibration. */
  self_calibrating: Generated<boolean>;
}

export interface FilesTable {
  id: string;
  customer_id: string;
  site_id: Generated<string | null>;
  content_type: string;
  /** Bytes. */
  size: number;
  filename: string;
  sha256: string;
  /** Pixels; null for what is no image. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  created_at: DefaultTime;
}

export interface BuildingsTable extends Entity {
  site_id: string;
  name: string;
}

export interface FloorsTable extends Entity {
  /** Copied from the building, so that a site's floors are read in one look-up. */
  site_id: string;
  building_id: string;
  name: string;
  level: number;
  /** Where the image's top-left and bottom-right corner lie (shapes S6). */
  nw_lat: number;
  nw_lon: number;
  se_lat: number;
  se_lon: number;
  /** Clockwise. */
  rotation_deg: Generated<number>;
  ceiling_height_m: number;
  /** Metres above level 0 of the building; null: the sum of the ceilings below. */
  elevation: Generated<number | null>;
  image_id: Generated<string | null>;
  /** Only what was drawn; the rest is empty. */
  drawing: DefaultJsonb<Partial<Drawing>>;
}

export interface OperationsTable {
  id: string;
  area: string;
  letter: "c" | "r" | "u" | "d";
  name: string;
}

export interface RolesTable extends Entity {
  customer_id: string;
  name: string;
  predefined: Generated<boolean>;
}

export interface RoleOperationsTable {
  role_id: string;
  operation_id: string;
}

export interface UserGroupsTable extends Entity {
  customer_id: string;
  name: string;
  predefined: Generated<boolean>;
  /** Includes every site of the customer, also future ones. */
  all_sites: Generated<boolean>;
}

export interface GroupSitesTable {
  user_group_id: string;
  site_id: string;
}

export interface UsersTable extends Entity, Searchable {
  /** Null for a superadmin without a customer. */
  customer_id: Generated<string | null>;
  identity_pool: Generated<string | null>;
  identity_sub: Generated<string | null>;
  email: string;
  given_name: string;
  family_name: string;
  /** E.164. */
  phone_number: Generated<string | null>;
  phone_number_verified: Generated<boolean>;
  mfa_enabled: Generated<boolean>;
  locale: Generated<string>;
  role_id: Generated<string | null>;
  user_group_id: Generated<string | null>;
  is_superadmin: Generated<boolean>;
  dev_tool_enabled: Generated<boolean>;
  status: Generated<"invited" | "unconfirmed" | "active" | "reset_required">;
  last_sign_in_at: Generated<Date | null>;
}

export interface HardwareTypesTable {
  id: string;
  type: "KKM" | "MINEW" | "RUUVI" | "OMG" | "ESPRESENSE" | "RADDEC" | "MOBILE" | "GENERIC";
  name: string;
  mobile: boolean;
  capabilities: Jsonb<{ deviceConfig: boolean; trackerDownlink: boolean; gps: boolean }>;
}

export interface TrackerTypesTable {
  id: string;
  type: string;
  name: string;
  capabilities: Jsonb<{ ring: boolean; deviceConfig: boolean }>;
}

export interface HardwaresTable extends Entity, MqttPair, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  floor_id: Generated<string | null>;
  name: string;
  hardware_type_id: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  lat: number;
  lon: number;
  /** Null until somebody sets them (shapes S9): the path-loss curve, dBm at 1 m, metres above the floor, metres. */
  alpha: Generated<number | null>;
  beta: Generated<number | null>;
  gamma: Generated<number | null>;
  measured_power: Generated<number | null>;
  z: Generated<number | null>;
  anchor_snap_radius: Generated<number | null>;
  mqtt_guid: string;
}

/** What a gateway reports about itself, written every few seconds; without a row it has reported nothing yet. */
export interface GatewayStatusTable {
  hardware_id: string;
  last_message_at: Generated<Date | null>;
  firmware: Generated<string | null>;
  /** For a mobile gateway: when it reported its place, and the radius of that in metres. */
  place_at: Generated<Date | null>;
  place_accuracy: Generated<number | null>;
  lat: Generated<number | null>;
  lon: Generated<number | null>;
}

export interface TrackersTable extends Entity, MqttPair, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  name: string;
  /** A tracker type's `type`. */
  type: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  serial_no: Generated<string | null>;
  archived: Generated<boolean>;
  mqtt_guid: string;
  /** How much louder this tag was found to be than others of its kind. */
  tag_offset_db: Generated<number | null>;
  /** The version of the site's calibration under which that was found; 0: none. */
  tag_offset_version: Generated<number | null>;
}

/** What a tracker reports about itself and how it is heard, written every few seconds; without a row, nothing yet. */
export interface TrackerStatusTable {
  tracker_id: string;
  last_heard_at: Date;
  /** dBm, last heard. */
  signal_strength: Generated<number | null>;
  /** Percent. */
  battery_level: Generated<number | null>;
  battery_mv: Generated<number | null>;
}

export interface AssetsTable extends Entity, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  name: string;
  type: string;
  external_id: Generated<string | null>;
  description: Generated<string | null>;
  archived: Generated<boolean>;
  image_id: Generated<string | null>;
}

/** Open while `unlinked_at` is null; a tracker has at most one open link. */
export interface LinksTable {
  id: string;
  asset_id: string;
  tracker_id: string;
  linked_at: Date;
  linked_by: string;
  unlinked_at: Generated<Date | null>;
  unlinked_by: Generated<string | null>;
}

export type PositionMechanism = "TRILATERATED" | "ANCHORED" | "GPS";

/** The columns that history rows and latest rows share. Radii, distances and elevation in metres. */
interface PositionColumns {
  tracker_id: string;
  /** The asset that had the tracker at that moment. */
  asset_id: string | null;
  site_id: string;
  floor_id: string | null;
  /** The position held from `ts` to `end_ts` (decisions C24). */
  ts: Date;
  end_ts: Date;
  lat: number;
  lon: number;
  elevation: number | null;
  /** Radii around the position that contain the truth with 68 % and 95 % probability. */
  accuracy: number;
  accuracy_outer: number;
  mechanism: PositionMechanism;
  moving: boolean;
  nearest_hardware_id: string | null;
  nearest_dis: number | null;
  /** The room it was most likely in, as it was called then, and how likely that was. */
  room_id: string | null;
  room_name: string | null;
  room_probability: number | null;
  /**
   * False above the site's location_accuracy_threshold: such a fix is stored but does not move the thing (decisions
   * C35).
   */
  shown: boolean;
}

/** One row per tracker: its newest fix. `ts` names its history row, `end_ts` is the time of the fix. */
export interface LatestPositionsTable extends PositionColumns {
  building_id: string | null;
  /** dBm at the nearest gateway. */
  signal_strength: number | null;
}

export interface PositionsTable extends PositionColumns {}

/** What a gateway heard of a tracker in the ten seconds from `ts`. dBm. */
export interface SightingsTable {
  tracker_id: string;
  ts: Date;
  hardware_id: string;
  asset_id: string | null;
  /** The mean. */
  rssi: number;
  rssi_min: number;
  rssi_max: number;
  count: number;
}

/** Beacons and gateways that were heard but belong to nobody yet. */
export interface HeardTable {
  id: string;
  customer_id: string | null;
  site_id: string | null;
  thing: "beacon" | "gateway";
  /** A beacon's kind (ibeacon, eddystone …) or a gateway's dialect. */
  kind: string;
  mac: string;
  name: Generated<string | null>;
  rssi: number | null;
  /** The gateway that heard it last. */
  hardware_id: string | null;
  first_heard_at: Date;
  last_heard_at: Date;
  count: number;
}

/** What a gateway's messages were like in the half hour since then. */
export interface GatewayHealthTable {
  hardware_id: string;
  since: Date;
  messages: number;
  gaps: number;
  undecodable: number;
  duplicates: number;
  throttled: number;
  mismatched: number;
}

/**
 * What a tracker reported about itself: at most a row every few minutes, since most values hardly change; a pressed
 * button is written at once.
 */
export interface TelemetryTable {
  tracker_id: string;
  ts: Date;
  /** Percent. */
  battery_level: Generated<number | null>;
  battery_mv: Generated<number | null>;
  /** Degrees Celsius. */
  temperature: Generated<number | null>;
  /** Percent. */
  humidity: Generated<number | null>;
  moving: Generated<boolean | null>;
  button: Generated<string | null>;
}

/** A file that was imported: its rows while they wait, and what became of them. */
export interface ImportsTable {
  id: string;
  kind: "asset" | "tracker" | "hardware";
  customer_id: string;
  site_id: string;
  filename: string;
  state: "running" | "done" | "refused" | "undone";
  total: number;
  created: number;
  file_rows: Jsonb<Readonly<Record<string, string>>[]>;
  /** The ids of what the rows made, null for what was there already; or what is wrong with them. */
  report: Jsonb<
    | { ids: { id: string; made: boolean }[] }
    | { faults: { row: number; column: string; value: string; code: string; message: string }[] }
  >;
  requested_by: string;
  created_at: Date;
  /** A process is at work on it until then. */
  claimed_until: Generated<Date | null>;
  is_undoing: Generated<boolean>;
}

/** Something that was asked of a device, and how far it has come. */
export interface DeviceRequestsTable {
  id: string;
  customer_id: string;
  site_id: string;
  kind: "read" | "update" | "ring";
  target: "tracker" | "hardware";
  target_id: string;
  target_name: string;
  /** The asset that had the tracker when it was asked. */
  asset_id: Generated<string | null>;
  asset_name: Generated<string | null>;
  state: "queued" | "accepted" | "done" | "failed" | "expired";
  /** In the device's own words. */
  reason: Generated<string | null>;
  command: Jsonb<DeviceCommand>;
  /** What was read, or what was confirmed. */
  configuration: ColumnType<object | null, string | null | undefined, string | null>;
  /** The number by which the gateway's answer is known; null: it was not sent yet. */
  seq: Generated<number | null>;
  /** The gateway that it was sent through last. */
  via_id: Generated<string | null>;
  via_name: Generated<string | null>;
  /** The gateways that it was sent through so far. */
  tried: Generated<string[]>;
  sent_at: Generated<Date | null>;
  requested_by: string;
  requested_at: Date;
  accepted_at: Generated<Date | null>;
  completed_at: Generated<Date | null>;
}

/** What a device is asked to do. */
export interface DeviceCommand {
  /** The settings to change. */
  configuration?: object;
  /** How long to ring; 0: stop ringing. */
  durationMs?: number;
}

/** What is known of a device's settings; without a row it was never asked. */
export interface DeviceConfigurationsTable {
  target_id: string;
  configuration: ColumnType<object | null, string | null | undefined, string | null>;
  /** All that the device said, in its own words, with what we have no name for. */
  told: ColumnType<object | null, string | null | undefined, string | null>;
  last_read_at: Generated<Date | null>;
  last_requested_at: Generated<Date | null>;
  last_updated_at: Generated<Date | null>;
}

export interface GeofencesTable extends Entity, Deletable, Searchable {
  guid: string;
  customer_id: string;
  site_id: string;
  name: string;
  type: "circle" | "polygon" | "kml";
  /** Null for a circle. */
  shape: ColumnType<FenceShape | null, string | null, string | null>;
  /** The centre. */
  lat: number;
  lon: number;
  /** Metres; null for a polygon. */
  radius: number | null;
  /** Metres above level 0 of the building, both or neither. */
  elevation_lower_bound: number | null;
  elevation_upper_bound: number | null;
  /** None: it is on all floors. */
  floor_ids: string[];
  /** Minutes; null: the site's. */
  geofence_exit_timeout: number | null;
  sensitivity: "low" | "normal" | "high";
  /** Left off the map unless somebody asks for it. */
  hidden_on_map: Generated<boolean>;
}

/** An asset's stay in a geofence: open while `exit_at` is null. */
export interface GeofenceStaysTable {
  id: string;
  geofence_id: string;
  asset_id: string;
  site_id: string;
  enter_at: Date;
  exit_at: Generated<Date | null>;
  /** Null while it is open, and if it ended with the geofence or the asset. */
  exit_reason: Generated<"exit" | "timeout" | null>;
  /** The asset's fix, or the moment of the timeout, by which the stay began or ended. */
  decided_at: Date;
}

/** What a site has learned about its radio; each fit makes a version. */
export interface CalibrationsTable {
  site_id: string;
  version: number;
  level: 1 | 2 | 3;
  source: "traffic" | "survey";
  data: Jsonb<StoredCalibration>;
  /** The error on held-back points (metres) or held-back traffic (nats). */
  held_back: Jsonb<Pick<Calibration, "heldBack" | "evidence">>;
  /** At most one per site. */
  active: Generated<boolean>;
  created_by: string;
  created_at: DefaultTime;
}

/**
 * A calibration with the places of its gateways (x, y, z in the site's frame, m): it does not hold for one that has
 * moved.
 */
export interface StoredCalibration {
  calibration: Calibration;
  places: Record<string, [x: number, y: number, z: number]>;
}

/** A tracker that stood at a known place. */
export interface CalibrationPointsTable {
  id: string;
  site_id: string;
  floor_id: string;
  tracker_id: string;
  lat: number;
  lon: number;
  start_at: Date;
  /** Null: a reference beacon, which stays there. */
  end_at: Date | null;
  /** What gateways heard of it (dBm); a reference beacon's is read when a fit needs it. */
  heard: Jsonb<{ heard: LabelledWindow[]; live: LabelledWindow[] }>;
  created_by: string;
  created_at: DefaultTime;
}

/** A better place for a history row, computed once the later fixes were known. */
export interface SmoothedPositionsTable {
  tracker_id: string;
  ts: Date;
  lat: number;
  lon: number;
  accuracy: number;
  accuracy_outer: number;
}

/** An hour of a site whose sums are behind its positions; the mark changes with each change. */
export interface ChangedHoursTable {
  site_id: string;
  hour: Date;
  mark: Generated<string>;
}

/** From where the cells of a floor are counted. */
export interface HeatOriginsTable {
  floor_id: string;
  lat: number;
  lon: number;
}

/** How long things were in each cell of a floor during an hour; without a floor: outdoors, with no cells. */
export interface SiteHeatTable {
  site_id: string;
  hour: Date;
  floor_id: string | null;
  cells: Uint8Array;
}
export interface AssetHeatTable extends SiteHeatTable {
  asset_id: string;
}

/** The part of an asset's stay in a room that lies within an hour. */
export interface RoomStaysTable {
  asset_id: string;
  from_at: Date;
  to_at: Date;
  hour: Date;
  site_id: string;
  floor_id: string | null;
  room_id: string;
  room_name: string;
}

/** A file that is written in the background (contract/src/reports.ts). */
export interface ReportsTable {
  id: string;
  kind: "asset-history" | "geofence-history" | "asset-search-history" | "active-beacons";
  customer_id: string;
  site_id: string;
  user_id: string;
  user_email: string;
  start_at: Date;
  end_at: Date;
  /** The times in the file are of this zone. */
  zone: string;
  is_newest_first: Generated<boolean>;
  /** A file for each geofence. */
  is_split: Generated<boolean>;
  /** Whether who asked for it may read elevations. */
  sees_elevation: Generated<boolean>;
  state: Generated<"queued" | "running" | "done" | "failed" | "cancelled">;
  progress: Generated<number>;
  row_count: Generated<number | null>;
  file_name: Generated<string | null>;
  file_size: Generated<number | null>;
  /** Null: there is no file. */
  expires_at: Generated<Date | null>;
  /** Also tells the process that works it from one that has taken it over. */
  attempts: Generated<number>;
  next_try_at: Date;
  claimed_until: Generated<Date | null>;
  requested_at: Date;
  completed_at: Generated<Date | null>;
  mailed_at: Generated<Date | null>;
  mail_attempts: Generated<number>;
  link_token: Generated<string | null>;
  reason: Generated<string | null>;
  /** What made it by itself; null: a person asked for it, or that is gone. */
  schedule_id: Generated<string | null>;
  run_at: Generated<Date | null>;
  /** The schedule's name at that time. */
  title: Generated<string | null>;
  /** Why its mail was given up. */
  mail_reason: Generated<string | null>;
}

/** A report that comes by itself (contract/src/reportSchedules.ts). */
export interface ReportSchedulesTable extends Entity {
  customer_id: string;
  name: string;
  report: ScheduledReport;
  parameters: DefaultJsonb<ScheduleParameters>;
  site_ids: string[];
  every: "day" | "week" | "month";
  /** HH:MM */
  at_local: string;
  weekday: number | null;
  day: number | null;
  zone: string;
  recipients: string[];
  active: boolean;
  /** Null: it is not active. */
  next_at: Date | null;
  last_at: Generated<Date | null>;
  /** Where the last report ended; null: nothing is to be made up for. */
  covered_to: Generated<Date | null>;
}

/** Digests, until the mail server has them and some days longer. */
export interface DigestMailsTable {
  id: string;
  schedule_id: string;
  run_at: Date;
  to: string;
  subject: string;
  text: string;
  next_try_at: Date;
  attempts: Generated<number>;
  mailed_at: Generated<Date | null>;
  /** Why it was given up. */
  reason: Generated<string | null>;
}

export interface ApiKeysTable {
  id: string;
  customer_id: string;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  secret_hash: string;
  operation_ids: string[];
  /** Empty: all of the maker's. */
  site_ids: string[];
  created_at: Date;
  /** The maker's address, which stays when they are gone. */
  created_by: string;
  maker_id: string | null;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  last_used_from: Generated<string | null>;
}

export interface OutboxTable {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: Generated<string | null>;
  text: string;
  attachments: DefaultJsonb<{ filename: string; contentType: string; url: string }[]>;
  sent_at: DefaultTime;
}

export interface AuditEntriesTable {
  id: string;
  ts: Date;
  customer_id: string | null;
  site_id: string | null;
  user_id: string | null;
  user_email: string | null;
  ip: string;
  user_agent: string;
  action: string;
  entity_kind: string | null;
  entity_id: string | null;
  entity_name: string | null;
  /** Never a secret. */
  changes: DefaultJsonb<{ field: string; before: unknown; after: unknown }[]>;
  outcome: "ok" | "refused";
  request_id: string;
}

/** Work that one process does at a time: who does it, and how long it is theirs without an extension. */
interface Leased {
  lease: Generated<string | null>;
  leased_until: Generated<Date>;
}

/** Every write, in the order of the commits; `seq` has gaps where a write was rolled back. */
/** Where events are posted to (contract/src/webhooks.ts). */
export interface WebhooksTable {
  id: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  customer_id: string;
  /** Null: of all sites, and of the customer itself. */
  site_id: string | null;
  name: string;
  url: string;
  /** Empty: all. */
  kinds: string[];
  active: Generated<boolean>;
  /** What signs: `whsec_` and base64. */
  secret: string;
  /** Whether who made it may read elevations. */
  sees_elevation: Generated<boolean>;
  /** How many attempts in a row have failed, and until when nothing is tried because of that. */
  failures: Generated<number>;
  rests_until: Generated<Date | null>;
}

/** An event on its way to a webhook. */
export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  /** Null: a test. */
  event_id: string | null;
  /** The event's number: the order in which deliveries of one entity are sent. */
  seq: Generated<number>;
  entity_key: string;
  entity_name: string;
  type: string;
  /** As it is sent. */
  body: string;
  state: Generated<"waiting" | "done" | "failed">;
  at: Date;
  attempts: Generated<number>;
  next_try_at: Date;
  give_up_at: Date;
  claimed_until: Generated<Date | null>;
  /** Of the last attempt. */
  status: Generated<number | null>;
  duration_ms: Generated<number | null>;
  error: Generated<string | null>;
}

export interface EventsTable {
  seq: GeneratedAlways<number>;
  id: string;
  at: Date;
  kind: string;
  operation: string;
  customer_id: string | null;
  site_id: string | null;
  entity_type: string;
  entity_id: string | null;
  entity_name: string;
  actor: Jsonb<{ kind: "person"; id: string | null; email: string | null } | { kind: "system" }>;
  /** Never a secret. */
  data: Jsonb<{
    changes: { field: string; before: unknown; after: unknown }[];
    /** Who crossed a geofence, and when. */
    asset?: { id: string; name: string; at: string };
  }>;
  /** The first event of those that people are told of as one; null: they are not told. */
  told_id: string | null;
  told_level: "site" | "customer" | null;
  /** How many these are up to this one. */
  told_count: Generated<number>;
  /** When they began. */
  told_since: Date | null;
  /** What later ones must have in common with it to be one of them; null: it stays alone. */
  told_key: string | null;
  /** The newest of them, which stands for all. */
  told_last: Generated<boolean>;
}

/** What a person has read. */
export interface NotificationStatesTable {
  user_id: string;
  last_fetched_at: Date | null;
  read_ids: Generated<string[]>;
}

/** How far a consumer has read, so that another process can continue. */
export interface EventConsumersTable extends Leased {
  name: string;
  seq: number;
}

/** Unfinished work on a user's row and their account in the user pool (decision 0010). */
export interface AccountWorkTable extends Leased {
  /** In lower case. */
  email: string;
  work: "make" | "follow" | "end";
  identity_pool: string | null;
  /** Null while the account is being made. */
  identity_sub: string | null;
  /** The fields in which the account has to follow, joined by commas. */
  fields: Generated<string>;
  since: DefaultTime;
}

/** `status` and `response` are null while the first request is in progress. */
export interface IdempotencyKeysTable extends Leased {
  user_id: string;
  key: string;
  method: string;
  path: string;
  request_hash: string;
  status: Generated<number | null>;
  response: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: DefaultTime;
}

/** How far the log of device messages has been worked (ingest/logCursors.repository.ts). */
export interface LogCursorsTable {
  log_id: string;
  consumer: "located" | "sightings";
  slice: number;
  position: number;
  at: Date | null;
}

/** Every table of the server, as the migrations leave it. Identity's own tables are typed by identity. */
export interface Database {
  customers: CustomersTable;
  sites: SitesTable;
  files: FilesTable;
  buildings: BuildingsTable;
  floors: FloorsTable;
  operations: OperationsTable;
  roles: RolesTable;
  role_operations: RoleOperationsTable;
  user_groups: UserGroupsTable;
  group_sites: GroupSitesTable;
  users: UsersTable;
  account_work: AccountWorkTable;
  hardware_types: HardwareTypesTable;
  tracker_types: TrackerTypesTable;
  hardwares: HardwaresTable;
  gateway_status: GatewayStatusTable;
  gateway_health: GatewayHealthTable;
  trackers: TrackersTable;
  tracker_status: TrackerStatusTable;
  assets: AssetsTable;
  links: LinksTable;
  latest_positions: LatestPositionsTable;
  positions: PositionsTable;
  sightings: SightingsTable;
  heard: HeardTable;
  telemetry: TelemetryTable;
  imports: ImportsTable;
  device_requests: DeviceRequestsTable;
  device_configurations: DeviceConfigurationsTable;
  geofences: GeofencesTable;
  geofence_stays: GeofenceStaysTable;
  calibrations: CalibrationsTable;
  calibration_points: CalibrationPointsTable;
  smoothed_positions: SmoothedPositionsTable;
  changed_hours: ChangedHoursTable;
  heat_origins: HeatOriginsTable;
  site_heat: SiteHeatTable;
  asset_heat: AssetHeatTable;
  room_stays: RoomStaysTable;
  outbox: OutboxTable;
  reports: ReportsTable;
  report_schedules: ReportSchedulesTable;
  digest_mails: DigestMailsTable;
  api_keys: ApiKeysTable;
  audit_entries: AuditEntriesTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  events: EventsTable;
  event_consumers: EventConsumersTable;
  notification_states: NotificationStatesTable;
  idempotency_keys: IdempotencyKeysTable;
  log_cursors: LogCursorsTable;
}
