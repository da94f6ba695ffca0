import type { Migration } from "kysely/migration";
import * as customersSites from "./0001_customers_sites.ts";
import * as access from "./0002_access.ts";
import * as things from "./0003_things.ts";
import * as positions from "./0004_positions.ts";
import * as records from "./0005_records.ts";
import * as calibrations from "./0006_calibrations.ts";
import * as search from "./0007_search.ts";
import * as accountWork from "./0008_account_work.ts";
import * as mobilePlaces from "./0009_mobile_places.ts";
import * as logCursors from "./0010_log_cursors.ts";
import * as events from "./0011_events.ts";
import * as months from "./0012_months.ts";
import * as deviceStatus from "./0013_device_status.ts";
import * as openLinks from "./0014_open_links.ts";
import * as drawings from "./0015_drawings.ts";
import * as imports from "./0016_imports.ts";
import * as deviceRequests from "./0017_device_requests.ts";
import * as rooms from "./0019_rooms.ts";
import * as geofences from "./0020_geofences.ts";
import * as foundFences from "./0021_found_fences.ts";
import * as notifications from "./0022_notifications.ts";
import * as gatewayHealth from "./0023_gateway_health.ts";
import * as reports from "./0026_reports.ts";
import * as webhooks from "./0027_webhooks.ts";
import * as importTurns from "./0029_import_turns.ts";
import * as apiKeys from "./0031_api_keys.ts";
import * as reportSchedules from "./0032_report_schedules.ts";
import * as analyticsService from "./0034_where_time_goes.ts";
import * as unreadAgain from "./0037_unread_again.ts";
import * as auditMonths from "./0040_audit_months.ts";
import * as eventParts from "./0041_event_parts.ts";
import * as beaconDrift from "./0044_beacon_drift.ts";
import * as lateHeard from "./0045_late_heard.ts";
import * as pastMade from "./0046_past_made.ts";
import * as smoothedRooms from "./0047_smoothed_rooms.ts";
import * as gatewayHearing from "./0048_gateway_hearing.ts";
import * as reportLinks from "./0049_report_links.ts";
import * as trackerIdentities from "./0050_tracker_identities.ts";
import * as singleSignOn from "./0060_single_sign_on.ts";
import * as ssoTickets from "./0061_sso_tickets.ts";
import * as aprilBrother from "./0062_april_brother.ts";
import * as formerNames from "./0063_former_names.ts";
import * as siteGatewayAccounts from "./0064_site_gateway_accounts.ts";
import * as unknownMotion from "./0069_unknown_motion.ts";
import * as logLeases from "./0070_log_leases.ts";
import * as rateWindows from "./0071_rate_windows.ts";
import * as logPartitions from "./0072_log_partitions.ts";
import * as foundRooms from "./0073_found_rooms.ts";
import * as roomFences from "./0074_room_fences.ts";
import * as coldHistory from "./0075_cold_history.ts";
import * as underlays from "./0076_underlays.ts";
import * as thinnedHistory from "./0077_thinned_history.ts";
import * as failedMessages from "./0078_failed_messages.ts";
import * as coldFailures from "./0079_cold_failures.ts";
import * as siteShares from "./0080_site_shares.ts";
import * as logAttempts from "./0084_log_attempts.ts";
import * as mailLeases from "./0085_mail_leases.ts";
import * as shareGrowth from "./0086_share_growth.ts";

/** The server's own migrations, forward only, in the order of their keys. A released one is never changed. */
export const serverMigrations: Record<string, Migration> = {
  "0001_customers_sites": customersSites,
  "0002_access": access,
  "0003_things": things,
  "0004_positions": positions,
  "0005_records": records,
  "0006_calibrations": calibrations,
  "0007_search": search,
  "0008_account_work": accountWork,
  "0009_mobile_places": mobilePlaces,
  "0010_log_cursors": logCursors,
  "0011_events": events,
  "0012_months": months,
  "0013_device_status": deviceStatus,
  "0014_open_links": openLinks,
  "0015_drawings": drawings,
  "0016_imports": imports,
  "0017_device_requests": deviceRequests,
  "0019_rooms": rooms,
  "0020_geofences": geofences,
  "0021_found_fences": foundFences,
  "0022_notifications": notifications,
  "0023_gateway_health": gatewayHealth,
  "0026_reports": reports,
  "0027_webhooks": webhooks,
  "0029_import_turns": importTurns,
  "0031_api_keys": apiKeys,
  "0032_report_schedules": reportSchedules,
  "0034_where_time_goes": analyticsService,
  "0037_unread_again": unreadAgain,
  "0040_audit_months": auditMonths,
  "0041_event_parts": eventParts,
  "0044_beacon_drift": beaconDrift,
  "0045_late_heard": lateHeard,
  "0046_past_made": pastMade,
  "0047_smoothed_rooms": smoothedRooms,
  "0048_gateway_hearing": gatewayHearing,
  "0049_report_links": reportLinks,
  "0050_tracker_identities": trackerIdentities,
  "0060_single_sign_on": singleSignOn,
  "0061_sso_tickets": ssoTickets,
  "0062_april_brother": aprilBrother,
  "0063_former_names": formerNames,
  "0064_site_gateway_accounts": siteGatewayAccounts,
  "0069_unknown_motion": unknownMotion,
  "0070_log_leases": logLeases,
  "0071_rate_windows": rateWindows,
  "0072_log_partitions": logPartitions,
  "0073_found_rooms": foundRooms,
  "0074_room_fences": roomFences,
  "0075_cold_history": coldHistory,
  "0076_underlays": underlays,
  "0077_thinned_history": thinnedHistory,
  "0078_failed_messages": failedMessages,
  "0079_cold_failures": coldFailures,
  "0080_site_shares": siteShares,
  "0084_log_attempts": logAttempts,
  "0085_mail_leases": mailLeases,
  "0086_share_growth": shareGrowth,
};
