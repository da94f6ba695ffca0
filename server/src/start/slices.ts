import { accountsSlice } from "../resources/accounts/accounts.slice.ts";
import { addressLimit } from "../platform/http/addressLimit.ts";
import { apiKeysSlice } from "../resources/apiKeys/apiKeys.slice.ts";
import { assetsSlice } from "../resources/assets/assets.slice.ts";
import { auditSlice } from "../platform/audit/audit.slice.ts";
import { calibrationSlice } from "../pipeline/calibration/calibration.slice.ts";
import { customersSlice } from "../resources/customers/customers.slice.ts";
import { deviceRequestsSlice } from "../resources/deviceRequests/deviceRequests.slice.ts";
import { backupsSlice } from "../resources/backups/backups.slice.ts";
import { eventsSlice } from "../platform/events/events.slice.ts";
import { filesSlice } from "../platform/files/files.slice.ts";
import { gatewaysSlice } from "../resources/gateways/gateways.slice.ts";
import { geofencesSlice } from "../resources/geofences/geofences.slice.ts";
import { groupsSlice } from "../resources/groups/groups.slice.ts";
import { historySlice } from "../pipeline/history/history.slice.ts";
import { importsSlice } from "../resources/imports/imports.slice.ts";
import { ingestSlice } from "../pipeline/ingest/ingest.slice.ts";
import { locateSlice } from "../pipeline/locate/locate.slice.ts";
import { linksSlice } from "../resources/links/links.slice.ts";
import { notificationsSlice } from "../resources/notifications/notifications.slice.ts";
import { operationsSlice } from "../resources/operations/operations.slice.ts";
import type { Dependencies } from "../resources/dependencies.ts";
import type { RateLimiters } from "../platform/http/rateLimit.ts";
import { reachSlice } from "../resources/reach/reach.slice.ts";
import { reportsSlice } from "../resources/reports/reports.slice.ts";
import { rolesSlice } from "../resources/roles/roles.slice.ts";
import { schedulesSlice } from "../resources/schedules/schedules.slice.ts";
import { scimSlice } from "../resources/scim/scim.slice.ts";
import { searchSlice } from "../resources/search/search.slice.ts";
import { singleSignOnSlice } from "../resources/singleSignOn/singleSignOn.slice.ts";
import { sitesSlice } from "../resources/sites/sites.slice.ts";
import { systemSlice } from "../resources/system/system.slice.ts";
import { trackersSlice } from "../resources/trackers/trackers.slice.ts";
import { usersSlice } from "../resources/users/users.slice.ts";
import { analyticsSlice } from "../resources/analytics/analytics.slice.ts";
import { webhooksSlice } from "../resources/webhooks/webhooks.slice.ts";

/**
 * All slices of the server. Each registers its routes, its event handlers, its timers and jobs, and returns what later
 * ones need from it.
 */
export async function slices(parts: Dependencies & { limiters: RateLimiters }): Promise<void> {
  const roles = rolesSlice(parts);
  const groups = groupsSlice(parts);
  const users = usersSlice({ ...parts, roles, groups });
  const limit = addressLimit(parts.limiters);
  accountsSlice({ ...parts, users, limit });
  reachSlice({ ...parts, limit });
  apiKeysSlice(parts);
  singleSignOnSlice({ ...parts, users, limit });
  scimSlice({ ...parts, users });
  const customers = customersSlice({ ...parts, users });
  const { photos, plans } = filesSlice(parts);
  await sitesSlice({ ...parts, customers, plans });
  const history = historySlice(parts);
  const assets = await assetsSlice({ ...parts, photos, history });
  const trackers = trackersSlice({ ...parts, history });
  linksSlice({ ...parts, assets, trackers });
  await importsSlice(parts);
  gatewaysSlice({ ...parts, customers });
  deviceRequestsSlice(parts);
  await geofencesSlice({ ...parts, assets });
  eventsSlice(parts);
  analyticsSlice({ ...parts, assets });
  await webhooksSlice(parts);
  notificationsSlice(parts);
  const reports = reportsSlice(parts);
  schedulesSlice({ ...parts, reports });
  calibrationSlice(parts);
  locateSlice(parts);
  await ingestSlice(parts);
  auditSlice(parts);
  searchSlice(parts);
  const backups = backupsSlice(parts);
  operationsSlice({ ...parts, backups });
  await systemSlice(parts);
}
