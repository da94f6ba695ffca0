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
};
