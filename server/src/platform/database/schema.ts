import type { ColdFailuresTable, ColdFilesTable, ColdSitesTable, ThinnedSitesTable } from "./tables/coldHistory.ts";
import type {
  AccountWorkTable,
  GroupSitesTable,
  OperationsTable,
  RoleOperationsTable,
  RolesTable,
  UserGroupsTable,
  UsersTable,
} from "./tables/access.ts";
import type {
  AssetHeatTable,
  ChangedHoursTable,
  HeatOriginsTable,
  RoomStaysTable,
  SiteHeatTable,
  SmoothedPositionsTable,
} from "./tables/analysis.ts";
import type { CalibrationPointsTable, CalibrationsTable } from "./tables/calibrations.ts";
import type { DeviceConfigurationsTable, DeviceRequestsTable } from "./tables/deviceRequests.ts";
import type { AuditEntriesTable, EventsTable, NotificationStatesTable } from "./tables/events.ts";
import type {
  GatewayHealthTable,
  GatewayReceptionTable,
  GatewayStatusTable,
  HardwareTypesTable,
  HardwaresTable,
  SiteGatewayAccountsTable,
} from "./tables/gateways.ts";
import type { GeofenceStaysTable, GeofencesTable } from "./tables/geofences.ts";
import type { ApiKeysTable, OutboxTable, WebhookDeliveriesTable, WebhooksTable } from "./tables/outward.ts";
import type {
  TrackerSightingsTable,
  LateSightingsTable,
  LatestPositionsTable,
  BackfilledSpansTable,
  PastWorkTable,
  PositionsTable,
  SightingsTable,
} from "./tables/positions.ts";
import type { DigestMailsTable, ReportSchedulesTable, ReportsTable } from "./tables/reports.ts";
import type {
  BuildingsTable,
  CustomersTable,
  DrawnRoomsTable,
  FilesTable,
  FloorsTable,
  SitesTable,
} from "./tables/sites.ts";
import type {
  AssetsTable,
  ImportsTable,
  LinksTable,
  TelemetryTable,
  TrackerIdentitiesTable,
  TrackerStatusTable,
  TrackerTypesTable,
  TrackersTable,
} from "./tables/things.ts";
import type {
  CustomerSsoTable,
  ScimMembersTable,
  SsoAttemptsTable,
  SsoDomainsTable,
  SsoTicketsTable,
} from "./tables/singleSignOn.ts";
import type {
  FailedMessagesTable,
  EventConsumersTable,
  IdempotencyKeysTable,
  LogAttemptsTable,
  LogCursorsTable,
  LogLeasesTable,
  LogPartitionCursorsTable,
  LogPartitionsTable,
  LogProcessesTable,
  RateWindowsTable,
  SiteSharesTable,
  TrackerSharesTable,
  AssetSharesTable,
} from "./tables/work.ts";

/** Every table of the server, as the migrations leave it. Identity's own tables are typed by identity. */
export interface Database {
  customers: CustomersTable;
  sites: SitesTable;
  files: FilesTable;
  buildings: BuildingsTable;
  floors: FloorsTable;
  drawn_rooms: DrawnRoomsTable;
  operations: OperationsTable;
  roles: RolesTable;
  role_operations: RoleOperationsTable;
  user_groups: UserGroupsTable;
  group_sites: GroupSitesTable;
  users: UsersTable;
  account_work: AccountWorkTable;
  customer_sso: CustomerSsoTable;
  sso_domains: SsoDomainsTable;
  sso_attempts: SsoAttemptsTable;
  sso_tickets: SsoTicketsTable;
  scim_members: ScimMembersTable;
  hardware_types: HardwareTypesTable;
  tracker_types: TrackerTypesTable;
  hardwares: HardwaresTable;
  site_gateway_accounts: SiteGatewayAccountsTable;
  gateway_status: GatewayStatusTable;
  gateway_health: GatewayHealthTable;
  gateway_hearing: GatewayReceptionTable;
  trackers: TrackersTable;
  tracker_identities: TrackerIdentitiesTable;
  tracker_status: TrackerStatusTable;
  assets: AssetsTable;
  links: LinksTable;
  latest_positions: LatestPositionsTable;
  positions: PositionsTable;
  sightings: SightingsTable;
  late_heard: LateSightingsTable;
  past_work: PastWorkTable;
  past_made: BackfilledSpansTable;
  heard: TrackerSightingsTable;
  telemetry: TelemetryTable;
  imports: ImportsTable;
  device_requests: DeviceRequestsTable;
  device_configurations: DeviceConfigurationsTable;
  geofences: GeofencesTable;
  geofence_stays: GeofenceStaysTable;
  calibrations: CalibrationsTable;
  calibration_points: CalibrationPointsTable;
  smoothed_positions: SmoothedPositionsTable;
  failed_messages: FailedMessagesTable;
  cold_failures: ColdFailuresTable;
  cold_files: ColdFilesTable;
  cold_sites: ColdSitesTable;
  thinned_sites: ThinnedSitesTable;
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
  log_attempts: LogAttemptsTable;
  log_cursors: LogCursorsTable;
  log_leases: LogLeasesTable;
  log_partition_cursors: LogPartitionCursorsTable;
  log_partitions: LogPartitionsTable;
  log_processes: LogProcessesTable;
  rate_windows: RateWindowsTable;
  site_shares: SiteSharesTable;
  tracker_shares: TrackerSharesTable;
  asset_shares: AssetSharesTable;
}
