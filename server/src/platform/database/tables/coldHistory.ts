/** A file with history of a site that has left the database. */
export interface ColdFilesTable {
  name: string;
  customer_id: string;
  site_id: string;
  /** Its rows began in this time; `to_ts` is exclusive. */
  from_ts: Date;
  to_ts: Date;
  rows: number;
  bytes: number;
  /** When writing it began. */
  noted_at: Date;
  /** When its rows were deleted from the database; null: not yet, so that it is not read. */
  frozen_at: Date | null;
}

/** Up to when the history of a site is in files. */
export interface ColdSitesTable {
  site_id: string;
  until_ts: Date;
}

/** Why the history of a site did not move to files the last time; a site that has moved since has no row. */
export interface ColdFailuresTable {
  site_id: string;
  /** Where the part begins that did not move. */
  from_ts: Date;
  failed_at: Date;
  /** In English, as in the log. */
  reason: string;
}

/** Up to when the history of a site is thinned. */
export interface ThinnedSitesTable {
  site_id: string;
  until_ts: Date;
}
