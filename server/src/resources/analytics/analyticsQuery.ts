/** What an analysis is about. */
export interface AnalyticsQuery {
  siteId: string;
  from: Date;
  to: Date;
  /** Null: all assets of the site, also those that were deleted since. */
  assetIds: readonly string[] | null;
  type: string | null;
  floorId: string | null;
}
