import { z } from "zod";

/** What a change is about. `everything`: nobody knows what changed, as after an import. */
const ChangedKind = z.enum([
  "customer",
  "site",
  "floor",
  "gateway",
  "tracker",
  "asset",
  "link",
  "calibration",
  "user",
  "role",
  "group",
  "everything",
]);
export type ChangedKind = z.infer<typeof ChangedKind>;

/** Something was written and committed; whoever holds a copy of it reads it again. */
export const Changed = z.object({
  kind: ChangedKind,
  /** Of the things that changed. A calibration goes by its site's id, a link by its own or its tracker's and asset's. */
  ids: z.array(z.string()),
  /** The site of all of them; null: none, or several. */
  siteId: z.string().nullable(),
  customerId: z.string().nullable(),
});
export type Changed = z.infer<typeof Changed>;

/** Makes every cache read all of it again. */
export const everythingChanged: Changed = { kind: "everything", ids: [], siteId: null, customerId: null };
