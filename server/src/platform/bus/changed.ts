import { z } from "zod";

/** What kind of thing has changed. `everything`: unknown, as after an import. */
const ChangedKind = z.enum([
  "customer",
  "site",
  "floor",
  "gateway",
  "tracker",
  "asset",
  "link",
  "geofence",
  "calibration",
  "user",
  "role",
  "group",
  "report",
  "api_key",
  "webhook",
  "everything",
]);
export type ChangedKind = z.infer<typeof ChangedKind>;

/** Something was written and committed, and whoever holds a copy of it must read it again. */
export const Changed = z.object({
  kind: ChangedKind,
  /** The ids of what changed. A calibration has its site's id, a link its own and its tracker's and asset's. */
  ids: z.array(z.string()),
  /** The site of all of them; null: there is none, or several. */
  siteId: z.string().nullable(),
  customerId: z.string().nullable(),
});
export type Changed = z.infer<typeof Changed>;

/** Makes every cache read everything again. */
export const everythingChanged: Changed = { kind: "everything", ids: [], siteId: null, customerId: null };
