/** What is asked about. */
export interface AskedTime {
  siteId: string;
  from: Date;
  to: Date;
  /** Null: all assets of the site, also those that were deleted since. */
  assetIds: readonly string[] | null;
  type: string | null;
  floorId: string | null;
}
