import type { ColumnType, Generated } from "kysely";
import type { DefaultTime, Leased } from "./columns.ts";

/** How far a consumer has read, so that another process can continue. */
export interface EventConsumersTable extends Leased {
  name: string;
  seq: number;
}

/** `status` and `response` are null while the first request is in progress. */
export interface IdempotencyKeysTable extends Leased {
  user_id: string;
  key: string;
  method: string;
  path: string;
  request_hash: string;
  status: Generated<number | null>;
  response: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: DefaultTime;
}

/** How far the log of device messages has been processed (ingest/logCursors.repository.ts). */
export interface LogCursorsTable {
  log_id: string;
  consumer: "located" | "sightings";
  slice: number;
  position: number;
  at: Date | null;
}

/** The same for a partition of a log. */
export interface LogPartitionCursorsTable extends LogCursorsTable {
  partition: number;
}

/** Work on a partition of a log that began, and did not end as it should (ingest/workAttempts.ts). */
export interface LogAttemptsTable {
  log_id: string;
  partition: number;
  position: number;
  starts: number;
  /** The message that is being processed; null: none that is watched. */
  message: number | null;
  /** The message at which the process before ended. */
  suspect: number | null;
}

/** Which process of a release without partitions works on a log (ingest/partitionLeases.repository.ts). */
export interface LogLeasesTable {
  log_id: string;
  lease: string;
  leased_until: Date;
  fencing_token: number;
}

/** Calls counted by all processes together (platform/database/rateWindows.ts). */
export interface RateWindowsTable {
  key: string;
  points: number;
  /** ms since the epoch. */
  expire: number | null;
}

/** Which process works on a partition of a log (ingest/partitionLeases.repository.ts). */
export interface LogPartitionsTable {
  log_id: string;
  partition: number;
  lease: string;
  leased_until: Date;
  /** Grows by one with each holder. */
  fencing_token: number;
}

/** The processes that share the work on a log. */
export interface LogProcessesTable {
  log_id: string;
  process: string;
  leased_until: Date;
  /** Whether it works on a share of a divided site alone; releases without shares would work on all of the site. */
  knows_shares: Generated<boolean>;
  /** Whether it leaves the shares of a site that is to get more of them. */
  knows_growth: Generated<boolean>;
}

/** The shares of divided sites that have a partition of their own (ingest/siteShares.repository.ts). */
export interface SiteSharesTable {
  log_id: string;
  site_id: string;
  share: number;
  partition: number;
  /** Since when the site is to be left by all, as it gets more shares; null: it is not. */
  growing_since: Generated<Date | null>;
  /** What the log says of shares before this position does not count any more; null: all of it counts. */
  grown_at: Generated<number | null>;
}

/** The share of a tracker that is not in the one that its id says. */
export interface TrackerSharesTable {
  tracker_id: string;
  share: number;
  /** The position of the log from which on it is in that share; null: always. */
  since: number | null;
  /** The share before that; null: the one that its id says. */
  share_before: number | null;
  /** Whether that one has stored all about it. */
  ready: Generated<boolean>;
}

/** The same for an asset, for good. */
export interface AssetSharesTable {
  asset_id: string;
  share: number;
}

/** A device's message whose processing failed (ingest/failedMessages.repository.ts). */
export interface FailedMessagesTable {
  id: string;
  customer_id: string;
  site_id: string;
  sender_kind: "gateway" | "tracker";
  sender_id: string;
  topic: string;
  payload: Uint8Array;
  received_at: Date;
  log_id: string;
  /** Its first place in the log. */
  position: number;
  /** How often its processing failed. */
  tries: number;
  /** When it failed last. */
  tried_at: Date;
  /** When it was last put into the log again. */
  retried_at: Date | null;
  reason: string;
  /** The shares of its site whose work on it failed; null: that of the site's home. */
  shares: Generated<number[] | null>;
}
