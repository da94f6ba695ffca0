import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { LogPartition } from "../../platform/log/messageLog.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { LocatedUpTo } from "./logCursors.repository.ts";
import { warmUpMs } from "./logWorker.ts";
import { slowestShare } from "./siteShares.repository.ts";

/** How far the shares of a home's divided sites are that have partitions of their own, as the database knows it. */
export interface SharesProgress {
  /** Asks the database. */
  refresh(): Promise<LocatedUpTo | null>;
  /** The earlier of a moment and the one up to which all shares were located at the last refresh, ms; a moment of null is none. */
  earlier(ms: number | null): number | null;
}

export function sharesProgress(db: Kysely<Database>, logId: string, scope: LogScope): SharesProgress {
  const siteIds = scope.part === null ? [...scope.divided.keys()] : [];
  let slowest: LocatedUpTo | null = null;
  return {
    refresh: async () => (slowest = await slowestShare(db, logId, siteIds)),
    earlier: (ms) => (slowest === null ? ms : Math.min(slowest.atMs, ms ?? Infinity)),
  };
}

/** The messages of a home for one of its scopes: they are forgotten there, and only once the shares of its sites are past them. */
export function withShares(log: LogPartition, scope: LogScope, shares: Pick<SharesProgress, "refresh">): LogPartition {
  if (scope.part !== null) return { ...log, deleteBefore: async () => undefined };
  if (scope.divided.size === 0) return log;
  return {
    ...log,
    deleteBefore: async (before) => {
      const slowest = await shares.refresh();
      if (slowest === null) return log.deleteBefore(before);
      const { bytes, maxBytes } = log.stats();
      // Room for new messages matters more than warm windows.
      const needed = bytes > maxBytes / 2 ? Infinity : log.positionAt(slowest.atMs - warmUpMs);
      await log.deleteBefore(Math.min(before, slowest.position, needed));
    },
  };
}
