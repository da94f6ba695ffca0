import { accountsSlice } from "./accounts/accounts.slice.ts";
import { assetsSlice } from "./assets/assets.slice.ts";
import { auditSlice } from "./audit/audit.slice.ts";
import { calibrationSlice } from "./calibration/calibration.slice.ts";
import { customersSlice } from "./customers/customers.slice.ts";
import { filesSlice } from "./files/files.slice.ts";
import { gatewaysSlice } from "./gateways/gateways.slice.ts";
import { groupsSlice } from "./groups/groups.slice.ts";
import { historySlice } from "./history/history.slice.ts";
import { ingestSlice } from "./ingest/ingest.slice.ts";
import { locateSlice } from "./locate/locate.slice.ts";
import type { Parts } from "./parts.ts";
import { rolesSlice } from "./roles/roles.slice.ts";
import { searchSlice } from "./search/search.slice.ts";
import { sitesSlice } from "./sites/sites.slice.ts";
import { systemSlice } from "./system/system.slice.ts";
import { trackersSlice } from "./trackers/trackers.slice.ts";
import { usersSlice } from "./users/users.slice.ts";

/**
 * Every noun of the server: each slice registers its routes, what it does when something happens, and its timers and jobs,
 * and gives back what later ones ask of it.
 */
export async function api(parts: Parts): Promise<void> {
  const roles = rolesSlice(parts);
  const groups = groupsSlice(parts);
  const users = usersSlice({ ...parts, roles, groups });
  accountsSlice({ ...parts, users });
  const customers = customersSlice({ ...parts, users });
  const { photos, plans } = filesSlice(parts);
  await sitesSlice({ ...parts, customers, plans });
  await assetsSlice({ ...parts, photos });
  trackersSlice(parts);
  gatewaysSlice(parts);
  calibrationSlice(parts);
  locateSlice(parts);
  await ingestSlice(parts);
  historySlice(parts);
  auditSlice(parts);
  searchSlice(parts);
  await systemSlice(parts);
}
