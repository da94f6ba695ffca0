import { accountsSlice } from "./accounts/accounts.slice.ts";
import { apiKeysSlice } from "./apiKeys/apiKeys.slice.ts";
import { assetsSlice } from "./assets/assets.slice.ts";
import { auditSlice } from "./audit/audit.slice.ts";
import { calibrationSlice } from "./calibration/calibration.slice.ts";
import { customersSlice } from "./customers/customers.slice.ts";
import { deviceRequestsSlice } from "./deviceRequests/deviceRequests.slice.ts";
import { eventsSlice } from "./events/events.slice.ts";
import { filesSlice } from "./files/files.slice.ts";
import { gatewaysSlice } from "./gateways/gateways.slice.ts";
import { geofencesSlice } from "./geofences/geofences.slice.ts";
import { groupsSlice } from "./groups/groups.slice.ts";
import { historySlice } from "./history/history.slice.ts";
import { importsSlice } from "./imports/imports.slice.ts";
import { ingestSlice } from "./ingest/ingest.slice.ts";
import { locateSlice } from "./locate/locate.slice.ts";
import { linksSlice } from "./links/links.slice.ts";
import { notificationsSlice } from "./notifications/notifications.slice.ts";
import type { Parts } from "./parts.ts";
import { reportsSlice } from "./reports/reports.slice.ts";
import { rolesSlice } from "./roles/roles.slice.ts";
import { schedulesSlice } from "./schedules/schedules.slice.ts";
import { searchSlice } from "./search/search.slice.ts";
import { sitesSlice } from "./sites/sites.slice.ts";
import { systemSlice } from "./system/system.slice.ts";
import { trackersSlice } from "./trackers/trackers.slice.ts";
import { usersSlice } from "./users/users.slice.ts";
import { whereTimeGoesSlice } from "./whereTimeGoes/whereTimeGoes.slice.ts";
import { webhooksSlice } from "./webhooks/webhooks.slice.ts";

/**
 * All slices of the server. Each registers its routes, its event handlers, its timers and jobs, and returns what later
 * ones need from it.
 */
export async function api(parts: Parts): Promise<void> {
  const roles = rolesSlice(parts);
  const groups = groupsSlice(parts);
  const users = usersSlice({ ...parts, roles, groups });
  accountsSlice({ ...parts, users });
  apiKeysSlice(parts);
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
  whereTimeGoesSlice({ ...parts, assets });
  await webhooksSlice(parts);
  notificationsSlice(parts);
  const reports = reportsSlice(parts);
  schedulesSlice({ ...parts, reports });
  calibrationSlice(parts);
  locateSlice(parts);
  await ingestSlice(parts);
  auditSlice(parts);
  searchSlice(parts);
  await systemSlice(parts);
}
