/** What a change is about. `everything`: nobody knows what changed, as after an import. */
export type ChangedKind =
  | "customer"
  | "site"
  | "floor"
  | "gateway"
  | "tracker"
  | "asset"
  | "link"
  | "calibration"
  | "user"
  | "role"
  | "group"
  | "everything";

/** Something was written and committed; whoever holds a copy of it reads it again. */
export interface Changed {
  kind: ChangedKind;
  /** Of the things that changed. A calibration goes by its site's id, a link by its tracker's and its asset's. */
  ids: string[];
  /** The site of all of them; null: none, or several. */
  siteId: string | null;
  customerId: string | null;
}

/** Makes every cache read all of it again. */
export const everythingChanged: Changed = { kind: "everything", ids: [], siteId: null, customerId: null };
